/// Phase 3: exact radix refinement of the frontier, and the output. Source: spec section 5, paper
/// 4.4, 5.4.
#pragma once
#include "tailproof/kernels/keys.cuh"
#include "tailproof/kernels/locate.cuh"
#include "tailproof/kernels/storage.cuh"
#include "tailproof/kernels/trace.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

/// Row positions of a trivial row (L <= K), then -1; no barrier.
template <class Policy>
SIMT_INLINE void emit_trivial(const Row& row) {
  for (std::uint32_t i = threadIdx.x; i < row.rank; i += Policy::threads) {
    row.indices[i] = i < row.length ? static_cast<std::int32_t>(i) : -1;
  }
}

/// Copies the first `count` entries to the output from slot `first` on; no barrier.
template <class Policy>
SIMT_INLINE void emit(const Row& row, Frontier<Policy> frontier, std::uint32_t first,
                      std::uint32_t count) {
  for (std::uint32_t i = threadIdx.x; i < count; i += Policy::threads) {
    row.indices[first + i] = frontier.get(i);
  }
}

/// The state between two rounds. Shared storage holds h_j and |E_j|; counts[side] = |Q_j|.
struct Refinement {
  std::uint32_t side;      ///< which frontier is Q_j
  std::uint32_t frontier;  ///< |Q_j|
  std::uint32_t quota;     ///< k_j, in [1, |Q_j|]
};

/// One digit round (eq. 22-25), by the whole CTA, after a barrier; ends with one. `frontiers` is
/// indexed by side.
template <class Policy, int round_number, class Trace>
SIMT_INLINE void refine_round(Storage<Policy>& storage, const Row& row,
                              Frontier<Policy> (&frontiers)[2], Refinement& state, Trace& trace) {
  constexpr bool last = round_number + 1 == digit_rounds;
  constexpr std::uint32_t bins = Digit<Policy, round_number>::bins;
  trace.histogram(TAILPROOF_HISTOGRAM_ROUND0 + round_number, storage.histogram, bins);
  locate<Policy, bins>(storage, {state.quota});
  const Located boundary = storage.located[0];
  const std::uint32_t next = state.side ^ 1u;
  if constexpr (!last) clear_histogram(storage, Digit<Policy, round_number + 1>::bins);
  if (threadIdx.x == 0) storage.counts[next] = 0;
  __syncthreads();
  Frontier<Policy> from = frontiers[state.side];
  Frontier<Policy> to = frontiers[next];
  for (std::uint32_t i = threadIdx.x; i < state.frontier; i += Policy::threads) {
    const std::int32_t position = from.get(i);
    const std::uint32_t key = key32(__ldcg(row.scores + position));
    trace.frontier_reads(1u);
    const std::uint32_t own = digit<Policy, round_number>(key);
    if (own < boundary.bin) {
      row.indices[atomicAdd(&storage.output_count, 1u)] = position;
    } else if (own == boundary.bin) {
      to.put(atomicAdd(&storage.counts[next], 1u), static_cast<std::uint32_t>(position));
      if constexpr (!last) atomicAdd(&storage.histogram[digit<Policy, round_number + 1>(key)], 1u);
    }
  }
  __syncthreads();
  state.side = next;
  state.frontier = storage.counts[next];
  state.quota -= boundary.before;
  trace.round(round_number, boundary, state.frontier, state.quota);
}

/// All rounds, or fewer with the policy's early exit; then any k of the last equal-key group.
/// Starts from frontier 0 after a barrier.
template <class Policy, class Trace>
SIMT_INLINE void refine(Storage<Policy>& storage, const Row& row, Frontier<Policy> (&frontiers)[2],
                        std::uint32_t frontier, std::uint32_t quota, Trace& trace) {
  Refinement state{0, frontier, quota};
  const auto settled = [&state] { return Policy::early_exit && state.quota == state.frontier; };
  if (!settled()) refine_round<Policy, 0>(storage, row, frontiers, state, trace);
  if (!settled()) refine_round<Policy, 1>(storage, row, frontiers, state, trace);
  if (!settled()) refine_round<Policy, 2>(storage, row, frontiers, state, trace);
  trace.ties(state.quota);
  emit(row, frontiers[state.side], storage.output_count, state.quota);
}

}  // namespace tailproof::kernels
