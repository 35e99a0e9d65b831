/// Phase 1: coarse boundary localization on the sampled view. Source: spec section 3; paper 4.2.
#pragma once
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"
#include "tailproof/reference/view.hpp"

#include <cstdint>
#include <optional>

namespace tailproof::reference {

/// Sample ranks that a policy requests for rank K.
struct RequestedRanks {
  std::int64_t primary = 0;            ///< q
  std::optional<std::int64_t> rescue;  ///< q1
  /// A view is usable only if it reaches its largest requested rank.
  [[nodiscard]] std::int64_t largest() const noexcept {
    return rescue.has_value() && *rescue > primary ? *rescue : primary;
  }
};
[[nodiscard]] RequestedRanks requested_ranks(const Policy& policy, std::int32_t rank) noexcept;

/// The boundaries phase 1 hands to phase 2.
struct Boundaries {
  std::uint32_t tau0 = 0;             ///< min{b : H(b) >= q}
  std::optional<std::uint32_t> tau1;  ///< min{b : H(b) >= q1} >= tau0
};

/// True if |V| >= the largest requested rank; otherwise the row goes to the exact coarse route.
[[nodiscard]] bool view_is_usable(const View& view, const RequestedRanks& ranks) noexcept;

/// Coarse histogram over V (coarse_bins bins); reads exactly |V| scores.
void sample(CountedRow& row, const View& view, Histogram& histogram);

/// Boundaries of a usable view's histogram (eq. 15).
[[nodiscard]] Boundaries localize(const Histogram& sampled, const RequestedRanks& ranks) noexcept;

}  // namespace tailproof::reference
