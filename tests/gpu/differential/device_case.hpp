// A case in device memory: buffers with guards, the call, and what came out.
#pragma once
#include "score_case.hpp"
#include "tailproof/gpu/kernel_entry.hpp"
#include "tailproof/gpu/selection.hpp"
#include "tailproof/simt.hpp"
#include "tailproof/variant.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

/// How much of the trace a run has room for.
enum class Tracing : std::uint8_t { none, scalars, histograms };

/// Buffers of one case for one kernel. Padding of rows is +inf and, on the host, forbidden; outputs
/// and workspace start as garbage, with a guard after each.
class DeviceCase {
 public:
  /// entry null: the planner chooses, and nothing can be traced.
  DeviceCase(const gpu::KernelEntry* entry, const ScoreCase& input, Tracing tracing,
             simt::stream_t stream = nullptr);

  /// "" or why the buffers could not be made.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Enqueues the initialisation of the workspace.
  [[nodiscard]] std::string prepare();
  /// Enqueues one selection; with trace only if there is room for one.
  [[nodiscard]] std::string select(bool with_trace);
  /// Replaces the scores, lengths and live count; same shape. Copies at once.
  [[nodiscard]] std::string replace(const ScoreCase& input);
  /// Fills the output with garbage again, at once.
  [[nodiscard]] std::string poison_output();
  /// Fetches output and traces; checks the guards. The stream must be idle.
  [[nodiscard]] std::string fetch();

  [[nodiscard]] std::span<const std::int32_t> slots(std::int64_t row) const;
  /// True if no slot of this row was written.
  [[nodiscard]] bool untouched(std::int64_t row) const;
  [[nodiscard]] const tailproof_row_trace& trace(std::int64_t row) const {
    return traces_[static_cast<std::size_t>(row)];
  }
  /// The row's histogram slots; null if only scalars were traced.
  [[nodiscard]] const std::uint32_t* histograms(std::int64_t row) const;
  [[nodiscard]] std::int64_t histogram_bins() const { return histogram_bins_; }
  [[nodiscard]] const tailproof_call& call() const { return call_; }

 private:
  void allocate(const ScoreCase& input);
  [[nodiscard]] std::string guards() const;

  const gpu::KernelEntry* entry_;
  Tracing tracing_;
  Layout layout_;
  std::int64_t histogram_bins_ = 0;
  std::string problem_;
  tailproof_call call_{};
  tailproof_trace_buffer trace_buffer_{};
  simt::DeviceBuffer<float> device_scores_;
  simt::DeviceBuffer<std::int32_t> device_lengths_, device_live_, device_indices_;
  simt::DeviceBuffer<unsigned char> device_workspace_;
  simt::DeviceBuffer<tailproof_row_trace> device_traces_;
  simt::DeviceBuffer<std::uint32_t> device_histograms_;
  std::vector<std::int32_t> indices_;
  std::vector<tailproof_row_trace> traces_;
  std::vector<std::uint32_t> histograms_;
};

}  // namespace tailproof::gpu_test
