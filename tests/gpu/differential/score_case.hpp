// Input of one differential run, std only: the same on the host and on a GPU.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

/// How a case's rows lie in memory. Elements.
struct Layout {
  std::int64_t extra_pitch = 0;    ///< pitch - width
  std::int64_t base_offset = 0;    ///< of row 0 from a 256-byte boundary
  std::int64_t extra_indices = 0;  ///< indices_pitch - K
};

struct ScoreCase {
  std::string name;
  std::int32_t rank = 1;
  std::int64_t width = 0;
  std::vector<std::vector<float>> rows;  ///< valid prefixes
  Layout layout;
  /// Lengths as the kernel is told them, where they differ from the rows' sizes (out of contract).
  std::vector<std::int32_t> told_lengths;
  std::int64_t live_rows = -1;  ///< -1: pass no live count

  [[nodiscard]] std::int64_t row_count() const { return static_cast<std::int64_t>(rows.size()); }
  [[nodiscard]] std::int64_t live() const { return live_rows < 0 ? row_count() : live_rows; }
};

}  // namespace tailproof::gpu_test
