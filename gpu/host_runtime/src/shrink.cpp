#include "shrink.hpp"

#include <algorithm>

namespace simt::detail {

namespace {

using Deviations = std::vector<Deviation>;

/// Whatever comes late is rarely needed: the shortest failing prefix, by halves.
template <class Attempt>
void shorten(Deviations& kept, Attempt attempt) {
  std::size_t low = 0;
  std::size_t high = kept.size();
  while (low + 1 < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (attempt(Deviations(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(middle)))) {
      high = middle;
    } else {
      low = middle;
    }
  }
  kept.resize(high);
}

/// Leaves out chunks, from halves down to single deviations; after a success it stays where it is.
template <class Attempt>
void thin(Deviations& kept, Attempt attempt) {
  for (std::size_t chunk = kept.size() / 2; chunk > 0; chunk = chunk > 1 ? (chunk + 1) / 2 : 0) {
    for (std::size_t begin = 0; begin < kept.size();) {
      Deviations candidate = kept;
      const std::size_t end = std::min(begin + chunk, candidate.size());
      candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(begin),
                      candidate.begin() + static_cast<std::ptrdiff_t>(end));
      if (attempt(candidate)) {
        kept = std::move(candidate);
      } else {
        begin += chunk;
      }
    }
  }
}

}  // namespace

std::optional<Deviations> fewest(const Deviations& all, const Fails& fails, unsigned runs,
                                 std::uint64_t points) {
  const auto attempt = [&](const Deviations& candidate) {
    if (runs == 0) return false;
    --runs;
    return fails(candidate);
  };
  if (attempt({})) return Deviations{};
  if (!attempt(all)) return std::nullopt;
  Deviations kept = all;
  // Leaving a switch out renumbers all later ones, which can make each seem needed. Most defects
  // need a single preemption of the in-order schedule, and that can simply be tried everywhere:
  // with half of the budget.
  const unsigned reserve = runs / 2;
  for (std::uint64_t at = 1; at <= points && runs > reserve && kept.size() > 1; ++at) {
    const Deviations single{{Deviation::Kind::preempt, at}};
    if (attempt(single)) kept = single;
  }
  shorten(kept, attempt);
  thin(kept, attempt);
  return kept;
}

}  // namespace simt::detail
