/// The three phases joined for one row that one CTA owns. Source: spec sections 3-6.
#pragma once
#include "tailproof/kernels/admission.cuh"
#include "tailproof/kernels/proposal.cuh"
#include "tailproof/kernels/recovery.cuh"
#include "tailproof/kernels/refinement.cuh"
#include "tailproof/kernels/trace.cuh"

#include <cstdint>

namespace tailproof::kernels {

/// The exact route: recovery, then refinement. After a barrier.
template <class Policy, class Trace, class Source>
SIMT_INLINE void select_exactly(Storage<Policy>& storage, const Row& row, Source& source,
                                Frontier<Policy> (&frontiers)[2], tailproof_route route,
                                Trace& trace) {
  const std::uint32_t quota = recover(storage, row, source, frontiers[0], trace);
  const std::uint32_t frontier = storage.counts[0];
  trace.entry(route, row.rank - quota, frontier, quota);
  refine(storage, row, frontiers, frontier, quota, trace);
}

/// Everything after the primary admission: certify, or take the band, or recover; then refine.
/// After a barrier; frontier 0 holds A(tau0), the histogram its leading digits.
template <class Policy, class Trace>
SIMT_INLINE void finish_sampled(Storage<Policy>& storage, const Row& row,
                                const Boundaries& boundaries, Frontier<Policy> (&frontiers)[2],
                                Trace& trace) {
  StreamedRow<Policy> source{row.scores, 0, row.length};
  tailproof_route route = TAILPROOF_ROUTE_CERTIFIED;
  std::uint32_t admitted = storage.counts[0];
  trace.held(admitted, Policy::capacity);
  trace.count(TAILPROOF_HISTOGRAM_PROPOSAL0, admitted);
  trace.histogram(TAILPROOF_HISTOGRAM_PROPOSAL0, storage.histogram, Digit<Policy, 0>::bins);
  if (admitted == row.rank) {
    trace.entry(TAILPROOF_ROUTE_CERTIFIED_EXACTLY, 0u, admitted, row.rank);
    emit(row, frontiers[0], 0, admitted);
    return;
  }
  if (Policy::has_rescue && admitted < row.rank) {
    route = TAILPROOF_ROUTE_BAND;
    __syncthreads();  // every thread has read the count that the band goes on to raise
    admit_band(storage, source, boundaries.t0, boundaries.t1, frontiers[0], trace);
    __syncthreads();
    admitted = storage.counts[0];
    trace.held(admitted, Policy::capacity);
    trace.count(TAILPROOF_HISTOGRAM_PROPOSAL1, admitted);
    trace.histogram(TAILPROOF_HISTOGRAM_PROPOSAL1, storage.histogram, Digit<Policy, 0>::bins);
  }
  if (admitted < row.rank) {
    route = Policy::has_rescue ? TAILPROOF_ROUTE_EXACT_AFTER_BAND : TAILPROOF_ROUTE_EXACT_NO_RESCUE;
    __syncthreads();  // likewise: recovery starts both anew
    select_exactly(storage, row, source, frontiers, route, trace);
    return;
  }
  trace.entry(route, 0u, admitted, row.rank);
  refine(storage, row, frontiers, admitted, row.rank, trace);
}

/// A non-trivial row by the sampled route. After a barrier.
template <class Policy, class Trace>
SIMT_INLINE void select_sampled(Storage<Policy>& storage, const Row& row,
                                Frontier<Policy> (&frontiers)[2], Trace& trace) {
  StreamedRow<Policy> source{row.scores, 0, row.length};
  const View view = view_of<Policy>(row);
  trace.view(Policy::stride, view.phase, view.size, view.q, Policy::has_rescue, view.q1);
  if (!view.usable()) {
    select_exactly(storage, row, source, frontiers, TAILPROOF_ROUTE_EXACT_NO_VIEW, trace);
    return;
  }
  const Boundaries boundaries = propose(storage, row, view, trace);
  clear_histogram(storage, Digit<Policy, 0>::bins);
  if (threadIdx.x == 0) {
    storage.counts[0] = 0;
    storage.output_count = 0;
  }
  __syncthreads();
  admit(storage, source, boundaries.t0, frontiers[0], trace);
  __syncthreads();
  finish_sampled(storage, row, boundaries, frontiers, trace);
}

/// A non-trivial row without sampling: streamed twice, or read once into registers. After a
/// barrier.
template <class Policy, class Trace>
SIMT_INLINE void select_direct(Storage<Policy>& storage, const Row& row,
                               Frontier<Policy> (&frontiers)[2], Trace& trace) {
  if constexpr (Policy::in_registers) {
    RegisterRow<Policy> source;
    source.length = row.length;
    source.load(row.scores, trace);
    select_exactly(storage, row, source, frontiers, TAILPROOF_ROUTE_DIRECT, trace);
  } else {
    StreamedRow<Policy> source{row.scores, 0, row.length};
    select_exactly(storage, row, source, frontiers, TAILPROOF_ROUTE_DIRECT, trace);
  }
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
