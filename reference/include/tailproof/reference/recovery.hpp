/// Exact coarse recovery: a boundary from the whole row. Source: spec section 4; paper eq. 20.
#pragma once
#include "tailproof/reference/candidates.hpp"
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/segments.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::reference {

/// Adds the coarse bins of a range to the histogram (coarse_bins bins). Reads the range once.
void count_coarse(CountedRow& row, Range range, Histogram& coarse_histogram);

/// Commits bins < tau_star, keeps bin tau_star as frontier with its leading digits, drops the
/// rest. committed and frontier receive positions in order. Reads the range once.
void classify(CountedRow& row, Range range, std::uint32_t tau_star, const Policy& policy,
              std::vector<std::int32_t>& committed, CandidateStore& frontier, Histogram& digits);

}  // namespace tailproof::reference
