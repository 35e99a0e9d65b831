// The planner over shapes and made-up devices: each legal shape has a plan that can be launched.
#include "input.hpp"
#include "tailproof/planner/plan.hpp"

#include <array>
#include <limits>

namespace tailproof::fuzz {
namespace {

using namespace planner;

// A number of any magnitude: one byte tells how many bits of the next eight count.
std::int64_t magnitude(Input& input) {
  const std::uint32_t bits = input.byte() % 64;
  const std::uint64_t value = input.number(8);
  return static_cast<std::int64_t>(bits == 0 ? 0 : value & ((std::uint64_t{1} << bits) - 1));
}

std::int32_t small(Input& input) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::min(most, magnitude(input)));
}

Shape read_shape(Input& input) {
  Shape shape;
  shape.rank = small(input) - (input.byte() == 255 ? 1 : 0);
  shape.rows = magnitude(input);
  shape.width = magnitude(input);
  shape.pitch = input.byte() % 2 == 0 ? shape.width : magnitude(input);
  shape.alignment = std::int64_t{1} << (input.byte() % 12);
  return shape;
}

Device read_device(Input& input) {
  static constexpr std::array names = {"h200", "h100", "a100"};
  const std::uint32_t choice = input.byte() % 8;
  if (choice < names.size()) return *known_device(names[choice]);
  Device device = host_device();
  device.sm_count = small(input);
  device.max_threads_per_block = small(input);
  device.max_threads_per_sm = small(input);
  device.registers_per_sm = small(input);
  device.shared_bytes_per_block = magnitude(input);
  device.shared_bytes_per_sm = magnitude(input);
  device.max_cluster = small(input);
  device.memory_bytes = magnitude(input);
  return device;
}

void check_sections(const WorkspaceLayout& layout) {
  std::int64_t end = 0;
  for (const Section& section : {layout.counters, layout.spill, layout.split_counts,
                                 layout.split_histograms, layout.split_candidates}) {
    require(section.words >= 0 && section.offset >= 0, "a section of negative size or place");
    if (section.words == 0) continue;
    require(section.offset >= end, "sections overlap");
    require(section.offset % workspace_alignment == 0, "a section is not aligned");
    end = section.offset + 4 * section.words;
  }
  require(end <= layout.bytes, "the workspace is smaller than its sections");
}

void check(const Plan& made, const Shape& shape, const Device& device) {
  const KernelInfo& kernel = *made.kernel;
  require(fits(kernel, device, shape.width, shape.rank), "the kernel does not fit");
  require(made.workers >= 0 && made.workers <= shape.rows, "more workers than rows");
  require((made.workers > 0) == (shape.rows > 0), "rows without workers");
  require(made.grid == made.workers * kernel.ctas_per_row, "the grid is not workers x CTAs");
  require(made.grid <= std::numeric_limits<std::int32_t>::max(), "the grid cannot be launched");
  require(shape.rows == 0 || made.launches >= (shape.rows - 1) / made.rows_per_launch + 1,
          "rows are left out");
  require(made.vector_bytes == 4 || made.vector_bytes == 8 || made.vector_bytes == 16,
          "no load has this width");
  check_sections(made.workspace);
  if (kernel.mapping == Mapping::running) {
    require(made.workspace.bytes == 0, "a workspace that nobody needs");
  } else if (made.workers > 0 && shape.width > shape.rank) {
    require(made.workspace.spill_capacity >= shape.width - std::int64_t{kernel.capacity},
            "the spill slice cannot hold a row");
  }
  require(!made.reasons.empty() && !explain(made, shape, device).empty(), "nothing is explained");
}

// The workspace follows the workers, not the rows.
void check_growth(const Plan& made, const Shape& shape, const Device& device) {
  Shape more = shape;
  more.rows = greatest_rows;
  if (shape_problem(more) || made.workers == shape.rows) return;
  const Plan grown = plan_with(*made.kernel, more, device);
  require(grown.workspace.bytes == made.workspace.bytes, "the workspace grows with the rows");
}

void run(Bytes bytes) {
  Input input(bytes);
  const Shape shape = read_shape(input);
  const Device device = read_device(input);
  const bool legal = !shape_problem(shape) && !device_problem(device);
  try {
    const Plan made = plan(shape, device);
    require(legal, "planned although illegal");
    check(made, shape, device);
    check_growth(made, shape, device);
  } catch (const PlanError& refusal) {
    require(!legal, std::string("a legal shape has no plan: ") + refusal.what());
    return;
  }
  for (const KernelInfo& kernel : production_kernels()) {
    if (!fits(kernel, device, shape.width, shape.rank)) continue;
    check(plan_with(kernel, shape, device), shape, device);
  }
}

}  // namespace

const Target target = {"planner", "every legal shape has a plan that fits, and no size overflows",
                       run};

}  // namespace tailproof::fuzz
