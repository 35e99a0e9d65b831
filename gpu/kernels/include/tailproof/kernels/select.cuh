/// The three phases joined for one row that one CTA owns. Source: spec sections 3-6.
#pragma once
#include "tailproof/kernels/admission.cuh"
#include "tailproof/kernels/proposal.cuh"
#include "tailproof/kernels/recovery.cuh"
#include "tailproof/kernels/refinement.cuh"
#include "tailproof/kernels/trace.cuh"

#include <cstdint>

namespace tailproof::kernels {

/// The primary admission's outcome, and the band where that falls short. A route with an exact name
/// means that neither certified the row. After a barrier; frontier 0 holds A(tau0), the histogram
/// its leading digits.
template <class Policy, class Trace>
SIMT_INLINE State certify(Storage<Policy>& storage, const Row& row, const Boundaries& boundaries,
                          Frontier<Policy> frontier, Trace& trace) {
  std::uint32_t admitted = storage.counts[0];
  trace.held(admitted, Policy::capacity);
  trace.count(TAILPROOF_HISTOGRAM_PROPOSAL0, admitted);
  trace.histogram(TAILPROOF_HISTOGRAM_PROPOSAL0, storage.histogram, Digit<Policy, 0>::bins);
  if (admitted == row.rank) return {TAILPROOF_ROUTE_CERTIFIED_EXACTLY, admitted, row.rank};
  if (admitted > row.rank) return {TAILPROOF_ROUTE_CERTIFIED, admitted, row.rank};
  // Every thread must have read the count, and the trace the histogram, that change from here on.
  __syncthreads();
  if constexpr (!Policy::has_rescue) return {TAILPROOF_ROUTE_EXACT_NO_RESCUE, 0, 0};
  StreamedRow<Policy> source{row.scores, 0, row.length};
  admit_band(storage, source, boundaries.t0, boundaries.t1, frontier, trace);
  __syncthreads();
  admitted = storage.counts[0];
  trace.held(admitted, Policy::capacity);
  trace.count(TAILPROOF_HISTOGRAM_PROPOSAL1, admitted);
  trace.histogram(TAILPROOF_HISTOGRAM_PROPOSAL1, storage.histogram, Digit<Policy, 0>::bins);
  if (admitted >= row.rank) return {TAILPROOF_ROUTE_BAND, admitted, row.rank};
  __syncthreads();  // likewise
  return {TAILPROOF_ROUTE_EXACT_AFTER_BAND, 0, 0};
}

/// From any state to the output; ends without a barrier.
template <class Policy, class Trace>
SIMT_INLINE void complete(Storage<Policy>& storage, const Row& row,
                          Frontier<Policy> (&frontiers)[2], const State& state, Trace& trace) {
  trace.entry(state.route, row.rank - state.quota, state.frontier, state.quota);
  if (state.route == TAILPROOF_ROUTE_CERTIFIED_EXACTLY) {
    emit(row, frontiers[0], 0, state.frontier);
  } else {
    refine(storage, row, frontiers, state.frontier, state.quota, trace);
  }
}

/// Completes a row from its certification, through the exact route where that failed.
template <class Policy, class Trace>
SIMT_INLINE void finish_sampled(Storage<Policy>& storage, const Row& row, State state,
                                Frontier<Policy> (&frontiers)[2], Trace& trace) {
  if (state.is_uncertified()) {
    StreamedRow<Policy> source{row.scores, 0, row.length};
    state = recover(storage, row, source, frontiers[0], state.route, trace);
  }
  complete(storage, row, frontiers, state, trace);
}

/// A non-trivial row by the sampled route. After a barrier.
template <class Policy, class Trace>
SIMT_INLINE void select_sampled(Storage<Policy>& storage, const Row& row,
                                Frontier<Policy> (&frontiers)[2], Trace& trace) {
  State state{TAILPROOF_ROUTE_EXACT_NO_VIEW, 0, 0};
  const View view = view_of<Policy>(row);
  trace.view(Policy::stride, view.phase, view.size, view.q, Policy::has_rescue, view.q1);
  if (view.usable()) {
    const Boundaries boundaries = propose(storage, row, view, trace);
    clear_histogram(storage, Digit<Policy, 0>::bins);
    if (threadIdx.x == 0) {
      storage.counts[0] = 0;
      storage.output_count = 0;
    }
    __syncthreads();
    StreamedRow<Policy> source{row.scores, 0, row.length};
    admit(storage, source, boundaries.t0, frontiers[0], trace);
    __syncthreads();
    state = certify(storage, row, boundaries, frontiers[0], trace);
  }
  finish_sampled(storage, row, state, frontiers, trace);
}

/// A non-trivial row without sampling: streamed twice, or read once into registers. After a
/// barrier.
template <class Policy, class Trace>
SIMT_INLINE void select_direct(Storage<Policy>& storage, const Row& row,
                               Frontier<Policy> (&frontiers)[2], Trace& trace) {
  State state;
  if constexpr (Policy::in_registers) {
    RegisterRow<Policy> source;
    source.length = row.length;
    source.load(row.scores, trace);
    state = recover(storage, row, source, frontiers[0], TAILPROOF_ROUTE_DIRECT, trace);
  } else {
    StreamedRow<Policy> source{row.scores, 0, row.length};
    state = recover(storage, row, source, frontiers[0], TAILPROOF_ROUTE_DIRECT, trace);
  }
  complete(storage, row, frontiers, state, trace);
}

/// Any row. After a barrier; ends without one.
template <class Policy, class Trace>
SIMT_INLINE void select_row(Storage<Policy>& storage, const Row& row,
                            Frontier<Policy> (&frontiers)[2], Trace& trace) {
  trace.input(row.length, row.rank);
  if (row.length <= row.rank) {
    emit_trivial<Policy>(row);
  } else if constexpr (Policy::sampled) {
    select_sampled(storage, row, frontiers, trace);
  } else {
    select_direct(storage, row, frontiers, trace);
  }
  trace.flush();
}

}  // namespace tailproof::kernels
