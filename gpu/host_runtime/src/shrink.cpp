#include "shrink.hpp"

#include <algorithm>

namespace simt::detail {

std::optional<std::vector<Deviation>> fewest(
    const std::vector<Deviation>& all,
    const std::function<bool(const std::vector<Deviation>&)>& fails, unsigned runs) {
  const auto attempt = [&](const std::vector<Deviation>& candidate) {
    if (runs == 0) return false;
    --runs;
    return fails(candidate);
  };
  if (attempt({})) return std::vector<Deviation>{};
  if (!attempt(all)) return std::nullopt;
  std::vector<Deviation> kept = all;
  // Whatever comes late is rarely needed: first the shortest failing prefix, by halves.
  std::size_t low = 0;
  std::size_t high = kept.size();
  while (low + 1 < high && runs > 0) {
    const std::size_t middle = low + (high - low) / 2;
    if (attempt({kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(middle)})) {
      high = middle;
    } else {
      low = middle;
    }
  }
  kept.resize(high);
  // Then leave out chunks, from halves down to single deviations; after a success stay where we
  // are.
  for (std::size_t chunk = kept.size() / 2; chunk > 0; chunk = chunk > 1 ? (chunk + 1) / 2 : 0) {
    for (std::size_t begin = 0; begin < kept.size() && runs > 0;) {
      std::vector<Deviation> candidate = kept;
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
  return kept;
}

}  // namespace simt::detail
