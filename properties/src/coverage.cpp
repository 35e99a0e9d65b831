#include "tailproof/properties/coverage.hpp"

#include <algorithm>

namespace tailproof::properties {

void Coverage::add(const std::string& family, std::span<const reference::Route> routes,
                   const reference::MarkCounts& hit) {
  Routes& counts = families[family];
  for (const reference::Route route : routes) ++counts[static_cast<std::size_t>(route)];
  marks += hit;
}

Coverage& Coverage::operator+=(const Coverage& other) {
  for (const auto& [family, counts] : other.families) {
    Routes& sum = families[family];
    for (std::size_t route = 0; route < sum.size(); ++route) sum[route] += counts[route];
  }
  marks += other.marks;
  tails += other.tails;
  for (const auto& [capacity, counts] : other.capacities) {
    Edges& sum = capacities[capacity];
    for (std::size_t edge = 0; edge < sum.size(); ++edge) sum[edge] += counts[edge];
  }
  return *this;
}

Coverage::Routes Coverage::routes() const noexcept {
  Routes sum{};
  for (const auto& [family, counts] : families) {
    for (std::size_t route = 0; route < sum.size(); ++route) sum[route] += counts[route];
  }
  return sum;
}

int Coverage::routes_hit() const noexcept {
  const Routes sum = routes();
  return static_cast<int>(
      std::count_if(sum.begin(), sum.end(), [](std::uint64_t count) { return count > 0; }));
}

std::vector<std::string> unprobed(const Coverage& coverage) {
  std::vector<std::string> missing;
  for (const auto& [capacity, counts] : coverage.capacities) {
    for (int edge = 0; edge < generators::capacity_edge_count; ++edge) {
      if (counts[static_cast<std::size_t>(edge)] > 0 || (capacity == 1 && edge == 0)) continue;
      missing.push_back(std::string(generators::capacity_edge_name(edge)) + " of " +
                        std::to_string(capacity));
    }
  }
  return missing;
}

std::vector<Shortfall> shortfalls(const Coverage& coverage, std::uint64_t min_hits) {
  std::vector<Shortfall> missing;
  for (int each = 0; each < reference::mark_count; ++each) {
    const auto mark = static_cast<reference::Mark>(each);
    if (coverage.marks[mark] < min_hits) missing.push_back({mark, coverage.marks[mark]});
  }
  return missing;
}

}  // namespace tailproof::properties
