/// The captured dimensions of a call. Source: spec sections 1 and 8.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace tailproof::planner {

/// Limits of a legal shape.
/// Limits of legal shapes.
inline constexpr std::int64_t greatest_width = 2147483647;  ///< positions are int32
inline constexpr std::int64_t greatest_rows = 2147483647;
inline constexpr std::int64_t greatest_pitch = std::int64_t{1} << 40;
inline constexpr std::int32_t greatest_rank = 4096;

/// Sizes in elements.
struct Shape {
  std::int32_t rank = 0;       ///< K
  std::int64_t rows = 0;       ///< M: row capacity, not the live count
  std::int64_t width = 0;      ///< N
  std::int64_t pitch = 0;      ///< P >= N
  std::int64_t alignment = 4;  ///< of row 0, in bytes: a power of two, at least 4
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// Which limit a shape breaks, in one sentence; nothing for a legal shape.
[[nodiscard]] std::optional<std::string> shape_problem(const Shape& shape);

/// Bytes that one load of the row scan moves in every row of this layout: 16, 8 or 4.
[[nodiscard]] std::int32_t vector_bytes(const Shape& shape);

}  // namespace tailproof::planner
