#include "tailproof/planner/shape.hpp"

#include <bit>

namespace tailproof::planner {

std::optional<std::string> shape_problem(const Shape& shape) {
  const auto outside = [](const char* what, std::int64_t value, std::int64_t low,
                          std::int64_t high) -> std::optional<std::string> {
    if (value >= low && value <= high) return std::nullopt;
    return std::string(what) + " must be in [" + std::to_string(low) + ", " + std::to_string(high) +
           "], got " + std::to_string(value);
  };
  if (auto problem = outside("K", shape.rank, 1, greatest_rank)) return problem;
  if (auto problem = outside("the row capacity", shape.rows, 0, greatest_rows)) return problem;
  if (auto problem = outside("the width", shape.width, 0, greatest_width)) return problem;
  if (auto problem = outside("the row pitch", shape.pitch, shape.width, greatest_pitch)) {
    return problem;
  }
  // The last row's offset in bytes must fit 64 bits.
  if (shape.rows > 0 && shape.pitch > (std::int64_t{1} << 60) / shape.rows) {
    return "row capacity times pitch must be at most 2^60, got " + std::to_string(shape.rows) +
           " x " + std::to_string(shape.pitch);
  }
  if (shape.alignment < 4 || !std::has_single_bit(static_cast<std::uint64_t>(shape.alignment))) {
    return "the alignment must be a power of two of at least 4 bytes, got " +
           std::to_string(shape.alignment);
  }
  return std::nullopt;
}

std::int32_t vector_bytes(const Shape& shape) {
  const auto layout = static_cast<std::uint64_t>(shape.alignment) |
                      (shape.rows > 1 ? static_cast<std::uint64_t>(shape.pitch) * 4 : 0);
  if (layout % 16 == 0) return 16;
  return layout % 8 == 0 ? 8 : 4;
}

}  // namespace tailproof::planner
