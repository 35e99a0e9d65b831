/// Histograms and the rank search that every phase shares. Source: paper eq. 14-15, 22-23.
#pragma once
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <span>

namespace tailproof::reference {

/// Where a rank falls: the first bin whose inclusive prefix reaches it.
struct Located {
  std::uint32_t bin = 0;    ///< min{b : H(b) >= rank}
  std::int64_t before = 0;  ///< H(bin - 1), strictly less than rank
};

/// min{b : H(b) >= rank}. Precondition: 1 <= rank <= sum of the histogram.
[[nodiscard]] Located locate(std::span<const std::uint32_t> histogram, std::int64_t rank) noexcept;

/// Sum of all bins.
[[nodiscard]] std::int64_t total(std::span<const std::uint32_t> histogram) noexcept;

/// into += from, bin by bin; same size (eq. 27).
void add(Histogram& into, const Histogram& from) noexcept;

}  // namespace tailproof::reference
