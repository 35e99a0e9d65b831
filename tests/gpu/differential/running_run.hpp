// One run of the running selector: buffers with guards, and what came out.
#pragma once
#include "running_kernels.hpp"
#include "score_case.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

/// Rows whose padding is +inf and, on the host, forbidden but for the rest of the last 16 bytes.
class RunningRun {
 public:
  explicit RunningRun(const ScoreCase& input);
  /// "" or why the buffers could not be made.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Launches until all rows are covered, waits, fetches, and checks the guards. "" or a problem.
  [[nodiscard]] std::string select(const RunningKernel& kernel, unsigned grid, bool traced);

  [[nodiscard]] std::span<const std::int32_t> slots(std::int64_t row) const;
  [[nodiscard]] const kernels::running::RowRecord& record(std::int64_t row) const {
    return records_[static_cast<std::size_t>(row)];
  }
  /// True if no slot of this row was written.
  [[nodiscard]] bool untouched(std::int64_t row) const;

 private:
  void fill(const ScoreCase& input, std::int64_t pitch);
  void hide(const ScoreCase& input, std::int64_t pitch);
  void note(const simt::Status& status);

  kernels::Params params_;
  std::string problem_;
  simt::DeviceBuffer<float> device_scores_;
  simt::DeviceBuffer<std::int32_t> device_lengths_, device_live_, device_indices_;
  simt::DeviceBuffer<kernels::running::RowRecord> device_records_;
  std::vector<std::int32_t> indices_;
  std::vector<kernels::running::RowRecord> records_;
};

}  // namespace tailproof::gpu_test
