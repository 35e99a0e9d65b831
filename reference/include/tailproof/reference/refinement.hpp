/// Phase 3: exact radix refinement of the frontier. Source: spec section 5; paper 4.4, eq. 20-25.
#pragma once
#include "tailproof/reference/candidates.hpp"
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::reference {

/// (E_j, Q_j, k_j, h_j): the one interface between validation and refinement, whatever the route.
/// Invariant: |E| + k = K and 1 <= k <= |Q| = total(h).
struct RefinementState {
  std::vector<std::int32_t> committed;  ///< E
  CandidateStore frontier;              ///< Q
  std::int64_t quota = 0;               ///< k
  Histogram digits;                     ///< h, digit_bins(j) bins

  explicit RefinementState(std::uint32_t capacity) : frontier(capacity) {}
};

/// One digit round j (eq. 22-25): locates b_j, commits digits < b_j, keeps == b_j and builds the
/// next digit's histogram while classifying. spare is the opposite ping-pong store. Reads the
/// frontier once. Returns the round without its histogram.
[[nodiscard]] RoundTrace refine_round(CountedRow& row, const Policy& policy, int round,
                                      RefinementState& state, CandidateStore& spare);

/// All rounds (or fewer with the policy's early exit), then any k of the last equal-key group.
/// Appends to state.committed until it holds K positions; returns the tie slots filled.
/// rounds: where to record each round with its histogram, or null.
std::int64_t refine(CountedRow& row, const Policy& policy, RefinementState& state,
                    CandidateStore& spare, std::vector<RoundTrace>* rounds);

}  // namespace tailproof::reference
