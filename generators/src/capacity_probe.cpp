#include "tailproof/generators/capacity_probe.hpp"

#include <array>

namespace tailproof::generators {

std::string_view capacity_edge_name(int edge) noexcept {
  static constexpr std::array<std::string_view, capacity_edge_count> names{"c-1", "c", "c+1", "2c",
                                                                           "c+K"};
  return names[static_cast<std::size_t>(edge)];
}

std::int64_t capacity_population(std::int64_t capacity, int edge, std::int32_t rank) noexcept {
  const std::array<std::int64_t, capacity_edge_count> sizes{capacity - 1, capacity, capacity + 1,
                                                            2 * capacity, capacity + rank};
  return sizes[static_cast<std::size_t>(edge)];
}

std::optional<CapacityProbe> capacity_probe(const Recipe& recipe) {
  if (recipe.family != "declared-capacity") return std::nullopt;
  const auto capacity = recipe.parameters.find("capacity");
  const auto edge = recipe.parameters.find("edge");
  if (capacity == recipe.parameters.end() || edge == recipe.parameters.end()) return std::nullopt;
  const int which = static_cast<int>(edge->second);
  return CapacityProbe{capacity->second, which,
                       capacity_population(capacity->second, which, recipe.rank)};
}

bool holds(const CapacityProbe& probe, std::int64_t length, std::int32_t rank) noexcept {
  return probe.population >= 1 && probe.population <= length && length > rank;
}

}  // namespace tailproof::generators
