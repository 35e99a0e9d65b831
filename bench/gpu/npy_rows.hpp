// Captured score rows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// Rows of a .npy file with the lengths of a second one.
struct CapturedRows {
  std::int64_t rows = 0, pitch = 0;
  std::vector<float> scores;
  std::vector<std::int32_t> lengths;
};

/// Paths without ".npy" in a folder that have a ".lengths.npy" too, sorted; none without a folder.
[[nodiscard]] std::vector<std::string> find_captures(const std::string& folder);

/// The rows of a capture that are at least half as long as its longest: a prefix of a few tokens
/// does not look like a long row when it is stretched to one. Throws UsageError naming the file:
/// little-endian C-ordered arrays of FP32 and int32, version 1.
[[nodiscard]] CapturedRows read_capture(const std::string& path);

}  // namespace tailproof::gpu_bench
