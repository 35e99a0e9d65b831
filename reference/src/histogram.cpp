#include "tailproof/reference/histogram.hpp"

#include <numeric>

namespace tailproof::reference {

// Whole groups of bins are passed over by their sums, which vectorise. No sum overflows: all counts
// together are the scores of one row.
Located locate(std::span<const std::uint32_t> histogram, std::int64_t rank) noexcept {
  constexpr std::size_t group = 16;
  std::int64_t before = 0;
  std::size_t bin = 0;
  for (; bin + group <= histogram.size(); bin += group) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < group; ++i) sum += histogram[bin + i];
    if (before + sum >= rank) break;
    before += sum;
  }
  while (before + histogram[bin] < rank) before += histogram[bin++];
  return {static_cast<std::uint32_t>(bin), before};
}

std::int64_t total(std::span<const std::uint32_t> histogram) noexcept {
  return std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
}

void add(Histogram& into, const Histogram& from) noexcept {
  for (std::size_t bin = 0; bin < into.size(); ++bin) into[bin] += from[bin];
}

}  // namespace tailproof::reference
