/// Populations around a buffer size that a subject declares.
#pragma once
#include "tailproof/generators/recipe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tailproof::generators {

/// c - 1, c, c + 1, 2 c and c + K.
inline constexpr int capacity_edge_count = 5;
/// "c-1", "c", "c+1", "2c", "c+K".
[[nodiscard]] std::string_view capacity_edge_name(int edge) noexcept;
/// Scores at an edge of capacity c.
[[nodiscard]] std::int64_t capacity_population(std::int64_t capacity, int edge,
                                               std::int32_t rank) noexcept;

/// What a recipe of the family declared-capacity is to probe.
struct CapacityProbe {
  std::int64_t capacity = 0;
  int edge = 0;
  std::int64_t population = 0;  ///< scores that share the boundary's prefix
};
/// Nothing for another family.
[[nodiscard]] std::optional<CapacityProbe> capacity_probe(const Recipe& recipe);
/// Whether a row can hold the population with rank K inside or beside it: at least one score, no
/// more than its length, and L > K.
[[nodiscard]] bool holds(const CapacityProbe& probe, std::int64_t length,
                         std::int32_t rank) noexcept;

}  // namespace tailproof::generators
