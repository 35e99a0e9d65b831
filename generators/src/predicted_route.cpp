#include "tailproof/generators/predicted_route.hpp"

#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/view.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::generators {

reference::Route predicted_route(std::span<const float> scores, std::int64_t row, std::int32_t rank,
                                 const reference::Policy& policy) {
  using reference::Route;
  const auto length = static_cast<std::int64_t>(scores.size());
  if (length <= rank) return Route::trivial;
  if (policy.proposal() != reference::Proposal::sampled) return Route::direct;

  const auto ranks = reference::requested_ranks(policy, rank);
  const std::uint32_t phase = reference::view_phase(row, policy.stride());
  std::vector<std::uint32_t> seen;
  for (std::int64_t i = phase; i < length; i += policy.stride()) {
    seen.push_back(reference::coarse(scores[static_cast<std::size_t>(i)]));
  }
  if (static_cast<std::int64_t>(seen.size()) < ranks.largest()) return Route::exact_no_view;
  std::sort(seen.begin(), seen.end());

  // C(tau) at the bin of the sample's asked-th best score (eq. 15).
  const auto admitted = [&](std::int64_t asked) {
    const std::uint32_t tau = seen[static_cast<std::size_t>(asked - 1)];
    return std::count_if(scores.begin(), scores.end(),
                         [tau](float score) { return reference::coarse(score) <= tau; });
  };
  const std::int64_t primary = admitted(ranks.primary);
  if (primary == rank) return Route::certified_exactly;
  if (primary > rank) return Route::certified;
  if (!ranks.rescue.has_value()) return Route::exact_no_rescue;
  return admitted(*ranks.rescue) >= rank ? Route::band : Route::exact_after_band;
}

}  // namespace tailproof::generators
