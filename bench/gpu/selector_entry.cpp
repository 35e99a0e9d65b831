// A selector of the variant ABI as an entry.
#include "device_work.hpp"
#include "entries.hpp"
#include "tailproof/gpu/current_device.hpp"

#include <algorithm>

namespace tailproof::gpu_bench {
namespace {

class Selector : public Entry {
 public:
  explicit Selector(const tailproof_variant_v1_t& variant)
      : Entry(variant.name), variant_(variant) {}

  [[nodiscard]] bool selects() const override { return true; }
  [[nodiscard]] bool can_be_captured() const override {
    return (variant_.flags & TAILPROOF_CAPTURE_SAFE) != 0;
  }
  [[nodiscard]] std::int64_t workspace_bytes() const override { return largest_; }

  [[nodiscard]] std::string prepare(const CaseBuffers& buffers, simt::Stream& stream) override {
    largest_ = 0;
    for (const Launch& launch : buffers.layout->launches) {
      const tailproof_shape shape = shape_of(launch, *buffers.layout);
      if (std::string why = beyond_limits(shape, buffers.scores + launch.offset); !why.empty()) {
        return why;
      }
      if (find(shape) != nullptr) continue;
      std::size_t bytes = 0;
      const int status = variant_.workspace_bytes(&shape, &bytes);
      if (status != TAILPROOF_OK) return text_of(status);
      Workspace& made = workspaces_.emplace_back(shape, bytes);
      if (!made.memory.status().ok()) return "no memory for its workspace";
      if ((variant_.flags & TAILPROOF_NEEDS_ZEROED_WORKSPACE) != 0) {
        require(made.memory.fill_bytes(0));
      }
      largest_ = std::max(largest_, static_cast<std::int64_t>(bytes));
      const tailproof_call call = call_of(buffers, launch, made, stream);
      const int prepared = variant_.prepare(&call);
      if (prepared != TAILPROOF_OK) return text_of(prepared);
    }
    return "";
  }

  void enqueue(const CaseBuffers& buffers, simt::Stream& stream) override {
    // In host memory a variant may work at once: what it reads and overwrites must be there.
    if (gpu::memory_space == TAILPROOF_MEMORY_HOST && !can_be_captured()) wait_for(stream, 0);
    for (const Launch& launch : buffers.layout->launches) {
      Workspace& workspace = *find(shape_of(launch, *buffers.layout));
      const tailproof_call call = call_of(buffers, launch, workspace, stream);
      const int status = variant_.select(&call);
      if (status != TAILPROOF_OK) throw DeviceError(text_of(status), false);
    }
  }

  [[nodiscard]] RouteRates route_rates(const CaseBuffers& buffers, simt::Stream& stream,
                                       double limit_seconds) override {
    if (variant_.trace == nullptr) return {};
    const Launch& launch = buffers.layout->launches.front();
    simt::DeviceBuffer<tailproof_row_trace> traced(static_cast<std::size_t>(launch.rows));
    require(traced.status());
    const tailproof_trace_buffer buffer{traced.data(), nullptr, variant_.histogram_bins};
    Workspace& workspace = *find(shape_of(launch, *buffers.layout));
    const tailproof_call call = call_of(buffers, launch, workspace, stream);
    const int status = variant_.trace(&call, &buffer);
    if (status != TAILPROOF_OK) throw DeviceError(text_of(status), false);
    wait_for(stream, limit_seconds);
    std::vector<tailproof_row_trace> rows;
    require(traced.download(rows));
    return rates_of(rows);
  }

  void release() override { workspaces_.clear(); }

 private:
  struct Workspace {
    Workspace(const tailproof_shape& of, std::size_t bytes) : shape(of), memory(bytes) {}
    tailproof_shape shape;
    simt::DeviceBuffer<char> memory;
  };

  static tailproof_shape shape_of(const Launch& launch, const Layout& layout) {
    return {launch.rows, launch.width, launch.pitch, layout.rank, 0};
  }

  // Calls of one shape share a workspace: a replay runs them one after the other.
  Workspace* find(const tailproof_shape& shape) {
    const auto found =
        std::find_if(workspaces_.begin(), workspaces_.end(), [&](const Workspace& each) {
          return each.shape.row_capacity == shape.row_capacity && each.shape.width == shape.width &&
                 each.shape.pitch == shape.pitch;
        });
    return found == workspaces_.end() ? nullptr : &*found;
  }

  static tailproof_call call_of(const CaseBuffers& buffers, const Launch& launch,
                                const Workspace& workspace, simt::Stream& stream) {
    tailproof_call call{};
    call.shape = workspace.shape;
    call.scores = buffers.scores + launch.offset;
    call.lengths = buffers.lengths + launch.first_row;
    call.indices = buffers.indices + launch.first_row * buffers.layout->rank;
    call.indices_pitch = buffers.layout->rank;
    call.workspace = workspace.memory.data();
    call.workspace_size = workspace.memory.size();
    call.stream = stream.handle();
    return call;
  }

  [[nodiscard]] std::string text_of(int status) const {
    const char* const text = variant_.error_string(status);
    return "status " + std::to_string(status) + (text == nullptr ? "" : std::string(": ") + text);
  }

  [[nodiscard]] std::string beyond_limits(const tailproof_shape& shape, const float* scores) const {
    const tailproof_limits& limits = variant_.limits;
    if (shape.rank < limits.least_rank || shape.rank > limits.greatest_rank) {
      return "K is outside its limits";
    }
    if (shape.width > limits.greatest_width || shape.row_capacity > limits.greatest_rows) {
      return "the shape is beyond its limits";
    }
    const auto alignment = static_cast<std::uintptr_t>(limits.base_alignment) * sizeof(float);
    if (shape.pitch % limits.pitch_multiple != 0 ||
        reinterpret_cast<std::uintptr_t>(scores) % alignment != 0) {
      return "pitch or base are not aligned as it asks";
    }
    return "";
  }

  // Rows by route, of those that had to be selected from.
  static RouteRates rates_of(const std::vector<tailproof_row_trace>& rows) {
    double selected = 0;
    double band = 0;
    double exact = 0;
    double reads = 0;
    for (const tailproof_row_trace& row : rows) {
      reads += static_cast<double>(row.reads + row.frontier_reads);
      if (row.route == TAILPROOF_ROUTE_TRIVIAL) continue;
      ++selected;
      if (row.route == TAILPROOF_ROUTE_BAND) ++band;
      if (row.route == TAILPROOF_ROUTE_EXACT_NO_RESCUE ||
          row.route == TAILPROOF_ROUTE_EXACT_AFTER_BAND ||
          row.route == TAILPROOF_ROUTE_EXACT_NO_VIEW) {
        ++exact;
      }
    }
    RouteRates rates;
    if (rows.empty()) return rates;
    rates.bytes_per_row = reads * 4 / static_cast<double>(rows.size());
    if (selected > 0) {
      rates.band_rate = band / selected;
      rates.exact_rate = exact / selected;
    }
    return rates;
  }

  const tailproof_variant_v1_t& variant_;
  std::vector<Workspace> workspaces_;
  std::int64_t largest_ = 0;
};

}  // namespace

std::unique_ptr<Entry> make_selector(const tailproof_variant_v1_t& variant) {
  return std::make_unique<Selector>(variant);
}

}  // namespace tailproof::gpu_bench
