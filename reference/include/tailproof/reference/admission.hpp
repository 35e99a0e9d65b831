/// Phase 2: fused validation and candidate formation. Source: spec section 4; paper 4.3, eq. 16-19.
#pragma once
#include "tailproof/reference/candidates.hpp"
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>

namespace tailproof::reference {

/// Admits { i in range : x_i >= cutoff } in one pass: appends the positions in order and adds each
/// score's leading digit to the histogram (digit_bins(0) bins, extended, not cleared).
/// cutoff: a bin_floor, compared as an FP32 number. Reads the range once.
void admit(CountedRow& row, Range range, float cutoff, const Policy& policy,
           CandidateStore& candidates, Histogram& digits);

/// Admits the band { i in range : t1 <= x_i < t0 } the same way (eq. 18-19).
void admit_band(CountedRow& row, Range range, float t0, float t1, const Policy& policy,
                CandidateStore& candidates, Histogram& digits);

}  // namespace tailproof::reference
