/// Which routes and marks a run reached, counted: family x route, and every mark of the reference.
#pragma once
#include "tailproof/generators/capacity_probe.hpp"
#include "tailproof/properties/tail_sizes.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/trace.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tailproof::properties {

/// Counts of what the rows of a run did in the reference (for a subject without traces: would do).
struct Coverage {
  using Routes = std::array<std::uint64_t, reference::route_count>;
  using Edges = std::array<std::uint64_t, generators::capacity_edge_count>;
  std::map<std::string, Routes> families;
  reference::MarkCounts marks;
  TailSizes tails;
  /// Rows that probed each edge of each capacity that the subject declares.
  std::map<std::int64_t, Edges> capacities;

  void add(const std::string& family, std::span<const reference::Route> routes,
           const reference::MarkCounts& hit);
  Coverage& operator+=(const Coverage& other);
  /// Rows by route, over all families.
  [[nodiscard]] Routes routes() const noexcept;
  [[nodiscard]] int routes_hit() const noexcept;
};

/// Edges of declared capacities that no row probed, as "c+1 of 4096". One score less than a
/// capacity of one is no edge.
[[nodiscard]] std::vector<std::string> unprobed(const Coverage& coverage);

/// A mark that was hit less often than asked for.
struct Shortfall {
  reference::Mark mark;
  std::uint64_t hits = 0;
};
/// The marks below min_hits, in order. All marks are reachable by the default mix.
[[nodiscard]] std::vector<Shortfall> shortfalls(const Coverage& coverage, std::uint64_t min_hits);

}  // namespace tailproof::properties
