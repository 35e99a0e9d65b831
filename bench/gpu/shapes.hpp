// Shapes of calls that the bench knows, by name and by group.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// One call, or all calls of a request: sizes in elements.
struct Shape {
  std::string group;
  std::string name;
  std::int64_t rows = 0;
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::int64_t base = 0;  ///< of row 0 in its buffer, so that it need not be aligned to 16 bytes
  std::int32_t rank = 2048;
  std::int64_t context = 0;  ///< trace: tokens of the request; rows, width and pitch follow
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// Groups: "grid" (512 to 8192 rows of 128K to 1M), "few" (1 to 128 rows), "short" (4K to 64K),
/// "rank" (K = 512 and 1024), "pitch" (odd pitches and bases), "trace" (requests of 245K and 430K
/// tokens).
[[nodiscard]] std::vector<Shape> all_shapes();

/// Those that a comma-separated list of groups, names, patterns ("m512-*") and shapes of one's own
/// ("ROWSxWIDTH", then "kRANK" and "pPITCH" if wanted: "3000x200K-k512") names, each once. Throws
/// UsageError.
[[nodiscard]] std::vector<Shape> choose_shapes(const std::string& list,
                                               const std::vector<Shape>& known);

}  // namespace tailproof::gpu_bench
