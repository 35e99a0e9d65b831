#include "tailproof/reference/histogram.hpp"

#include <numeric>

namespace tailproof::reference {

Located locate(std::span<const std::uint32_t> histogram, std::int64_t rank) noexcept {
  std::int64_t before = 0;
  std::uint32_t bin = 0;
  while (before + histogram[bin] < rank) before += histogram[bin++];
  return {bin, before};
}

std::int64_t total(std::span<const std::uint32_t> histogram) noexcept {
  return std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
}

void add(Histogram& into, const Histogram& from) noexcept {
  for (std::size_t bin = 0; bin < into.size(); ++bin) into[bin] += from[bin];
}

}  // namespace tailproof::reference
