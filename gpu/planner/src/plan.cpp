#include "tailproof/planner/plan.hpp"

#include <algorithm>

namespace tailproof::planner {
namespace {

// Of the device's memory, how much a workspace may take; one worker is always granted.
constexpr std::int64_t memory_share = 16;
constexpr std::int64_t shared_reserved_per_cta = 1024;  // by the driver
constexpr std::int64_t max_ctas_per_sm = 32;
// A CTA of the running selector keeps a length and a place to redo each of its rows from.
constexpr std::int64_t running_rows_per_cta = 256;
constexpr std::int64_t most_running_launches = 16;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

void require_usable(const Shape& shape, const Device& device) {
  if (const auto problem = shape_problem(shape)) throw PlanError("shape: " + *problem);
  if (const auto problem = device_problem(device)) {
    throw PlanError("device " + device.name + ": " + *problem);
  }
}

// Rows in flight that the device has room for.
std::int64_t pool(const KernelInfo& kernel, const Device& device) {
  const bool shares_row = kernel.mapping == Mapping::split_sampled ||  //
                          kernel.mapping == Mapping::cluster;
  const std::int64_t ctas = ctas_per_sm(kernel, device) * device.sm_count;
  return std::max<std::int64_t>(1, shares_row ? ctas / kernel.ctas_per_row : ctas);
}

// The pool, less what its spill slices would take beyond the workspace's share of the memory.
std::int64_t bounded_workers(const KernelInfo& kernel, const Shape& shape, const Device& device,
                             std::vector<std::string>& reasons) {
  std::int64_t workers = std::min(shape.rows, pool(kernel, device));
  reasons.push_back(std::to_string(workers) +
                    " rows in flight: the lesser of the row capacity and " +
                    std::to_string(pool(kernel, device)) + " that the device holds");
  if (device.memory_bytes == 0) return workers;
  const std::int64_t budget = device.memory_bytes / memory_share;
  const std::int64_t one = layout_workspace(kernel, shape.width, shape.rank, 1).bytes;
  if (workers > 1 && workers * one > budget) {
    workers = std::clamp<std::int64_t>(budget / one, 1, workers);
    reasons.push_back("reduced to " + std::to_string(workers) +
                      " so that the workspace stays within 1/" + std::to_string(memory_share) +
                      " of the device memory");
  }
  return workers;
}

class Choice {
 public:
  Choice(const Shape& shape, const Device& device, std::vector<std::string>& reasons)
      : shape_(shape), device_(device), reasons_(reasons) {}

  const KernelInfo& choose() {
    if (const auto* kernel = usable("row-local-registers")) {
      return because(*kernel, "rows of this width stay in the registers of one wide CTA");
    }
    if (const auto* kernel = usable("running")) {
      // Fewer rows leave SMs idle, shorter ones are held whole: others share such rows better.
      const std::int64_t most = most_running_launches * running_rows_per_cta * device_.sm_count;
      if (2 * shape_.rows >= device_.sm_count && shape_.rows <= most &&
          shape_.width > kernel->capacity) {
        return because(*kernel, "rows enough for one SM each: one pass, no workspace");
      }
    }
    // A view this small would be mostly requested ranks: the proposal would not amortise.
    if (shape_.width < 8 * std::int64_t{shape_.rank}) {
      reasons_.push_back("no sampling: the width is less than 8 K");
      return choose_direct();
    }
    return choose_sampled();
  }

 private:
  // Split while that leaves whole SMs idle otherwise; one CTA a row from there on.
  const KernelInfo& choose_sampled() {
    const std::int64_t ctas = pool(*find_kernel("persistent-s128"), device_);
    if (shape_.width < least_split_width && 8 * shape_.rows <= ctas) {
      reasons_.push_back("no sampling: few rows, too short to split");
      return choose_direct();
    }
    if (shape_.width >= least_split_width) {
      for (const char* name : {"split8", "split4", "split2"}) {
        const KernelInfo* kernel = usable(name);
        if (kernel != nullptr && kernel->ctas_per_row * shape_.rows <= ctas) {
          return because(*kernel, "few long rows: segment CTAs of one row fill the device");
        }
      }
    }
    if (shape_.width >= least_wide_width) {
      return because(*find_kernel("persistent-s128"), "rows enough for one CTA each, wide rows");
    }
    return because(*find_kernel("persistent-s64"), "rows enough for one CTA each");
  }

  const KernelInfo& choose_direct() {
    if (const auto* kernel = usable("cluster8")) {
      if (shape_.rows <= pool(*kernel, device_)) {
        return because(*kernel, "few rows: a cluster shares each");
      }
    }
    if (const auto* kernel = usable("row-local")) {
      if (shape_.rows <= pool(*kernel, device_)) {
        return because(*kernel, "one wide CTA a row occupies the device without peers");
      }
    }
    return because(*find_kernel("persistent-direct"), "many rows, or nothing else fits the device");
  }

  const KernelInfo* usable(std::string_view name) const {
    const KernelInfo* kernel = find_kernel(name);
    return fits(*kernel, device_, shape_.width, shape_.rank) ? kernel : nullptr;
  }
  const KernelInfo& because(const KernelInfo& kernel, const char* why) {
    reasons_.push_back(std::string(kernel.name) + ": " + why);
    return kernel;
  }

  static constexpr std::int64_t least_split_width = 65536;
  static constexpr std::int64_t least_wide_width = 131072;

  const Shape& shape_;
  const Device& device_;
  std::vector<std::string>& reasons_;
};

std::int64_t rows_per_launch(const KernelInfo& kernel, std::int64_t workers, std::int64_t rows) {
  if (kernel.mapping == Mapping::split_sampled) return workers;
  if (kernel.mapping == Mapping::running) return std::min(rows, workers * running_rows_per_cta);
  return rows;
}

Plan lay_out(const KernelInfo& kernel, const Shape& shape, const Device& device,
             std::vector<std::string> reasons) {
  Plan made;
  made.kernel = &kernel;
  made.workers = bounded_workers(kernel, shape, device, reasons);
  made.grid = made.workers * kernel.ctas_per_row;
  made.rows_per_launch = rows_per_launch(kernel, made.workers, shape.rows);
  made.launches = made.workers == 0 ? 0 : ceil_div(shape.rows, made.rows_per_launch);
  made.vector_bytes = vector_bytes(shape);
  made.workspace = layout_workspace(kernel, shape.width, shape.rank, made.workers);
  made.reasons = std::move(reasons);
  return made;
}

}  // namespace

std::int64_t ctas_per_sm(const KernelInfo& kernel, const Device& device) noexcept {
  const std::int64_t by_threads = device.max_threads_per_sm / std::int64_t{kernel.threads};
  const std::int64_t by_registers =
      device.registers_per_sm / (std::int64_t{kernel.threads} * kernel.registers);
  const std::int64_t by_shared =
      device.shared_bytes_per_sm / (kernel.shared_bytes + shared_reserved_per_cta);
  return std::clamp<std::int64_t>(std::min({by_threads, by_registers, by_shared}), 1,
                                  max_ctas_per_sm);
}

bool fits(const KernelInfo& kernel, const Device& device, std::int64_t width,
          std::int32_t rank) noexcept {
  const std::int64_t cluster = kernel.mapping == Mapping::cluster ? kernel.ctas_per_row : 1;
  const std::int64_t registers = std::int64_t{kernel.threads} * kernel.registers;
  return kernel.threads <= static_cast<std::uint32_t>(device.max_threads_per_block) &&
         kernel.shared_bytes <= device.shared_bytes_per_block &&
         registers <= device.registers_per_sm && cluster <= device.max_cluster &&
         rank <= kernel.greatest_rank &&
         // Bulk copies came with clusters.
         (kernel.mapping != Mapping::running || device.max_cluster > 1) &&
         (!kernel.in_registers || width <= kernel.register_row());
}

Plan plan(const Shape& shape, const Device& device) {
  require_usable(shape, device);
  std::vector<std::string> reasons;
  const KernelInfo& kernel = Choice(shape, device, reasons).choose();
  return lay_out(kernel, shape, device, std::move(reasons));
}

Plan plan_with(const KernelInfo& kernel, const Shape& shape, const Device& device) {
  require_usable(shape, device);
  if (!fits(kernel, device, shape.width, shape.rank)) {
    throw PlanError("kernel " + std::string(kernel.name) +
                    " does not fit: K = " + std::to_string(shape.rank) + ", rows of width " +
                    std::to_string(shape.width) + " on device " + device.name);
  }
  return lay_out(kernel, shape, device, {std::string(kernel.name) + ": asked for"});
}

}  // namespace tailproof::planner
