#include "tailproof/reference/proposal.hpp"

#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"

namespace tailproof::reference {

RequestedRanks requested_ranks(const Policy& policy, std::int32_t rank) noexcept {
  return {policy.primary_rank(rank), policy.rescue_rank(rank)};
}

bool view_is_usable(const View& view, const RequestedRanks& ranks) noexcept {
  return view.size >= ranks.largest();
}

void sample(CountedRow& row, const View& view, Histogram& histogram) {
  histogram.assign(coarse_bins, 0);
  for (std::int64_t j = 0; j < view.size; ++j) ++histogram[coarse(row.at(view.position(j)))];
}

Boundaries localize(const Histogram& sampled, const RequestedRanks& ranks) noexcept {
  Boundaries boundaries{locate(sampled, ranks.primary).bin, std::nullopt};
  if (ranks.rescue.has_value()) boundaries.tau1 = locate(sampled, *ranks.rescue).bin;
  return boundaries;
}

}  // namespace tailproof::reference
