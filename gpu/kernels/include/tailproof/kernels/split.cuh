/// Mapping 2: segment CTAs share a row's complete pass; the last to arrive finishes the row.
/// Source: spec section 8, paper 4.5 (eq. 26-27), 5.5.
#pragma once
#include "tailproof/kernels/select.cuh"

#include <cstdint>

namespace tailproof::kernels {

/// Private candidate range of one segment, in global memory.
struct SegmentSink {
  std::int32_t* candidates;
  SIMT_INLINE void put(std::uint32_t slot, std::uint32_t position) {
    candidates[slot] = static_cast<std::int32_t>(position);
  }
};

/// What the segment CTA with this block index owns in the workspace.
template <class Policy>
struct SegmentState {
  std::uint32_t* count;
  std::uint32_t* histogram;
  std::int32_t* candidates;

  SIMT_INLINE SegmentState(const Params& params, std::uint32_t block)
      : count(params.split_counts + block),
        histogram(params.split_histograms + std::int64_t{block} * Digit<Policy, 0>::bins),
        candidates(params.split_candidates + block * params.segment_capacity) {}
};

/// Positions of segment p: chunks of ceil(L / P) rounded up to a multiple of four, clipped to L.
template <class Policy>
SIMT_INLINE StreamedRow<Policy> segment_of(const Row& row, std::uint32_t p) {
  const std::uint32_t even = (row.length - 1) / Policy::ctas_per_row + 1;
  const std::uint64_t chunk = (std::uint64_t{even} + 3) / 4 * 4;
  const auto clipped = [&](std::uint64_t position) {
    return static_cast<std::uint32_t>(min(position, std::uint64_t{row.length}));
  };
  return {row.scores, clipped(chunk * p), clipped(chunk * (p + 1))};
}

/// Admits this CTA's segment and writes its private state. After a barrier; ends with one.
template <class Policy, class Trace>
SIMT_INLINE void admit_segment(Storage<Policy>& storage, const Row& row,
                               const Boundaries& boundaries, const SegmentState<Policy>& mine,
                               std::uint32_t p, Trace& trace) {
  constexpr std::uint32_t bins = Digit<Policy, 0>::bins;
  clear_histogram(storage, bins);
  if (threadIdx.x == 0) storage.counts[0] = 0;
  __syncthreads();
  SegmentSink sink{mine.candidates};
  admit(storage, segment_of<Policy>(row, p), boundaries.t0, sink, trace);
  __syncthreads();
  for (std::uint32_t b = threadIdx.x; b < bins; b += Policy::threads) {
    mine.histogram[b] = storage.histogram[b];
  }
  if (threadIdx.x == 0) *mine.count = storage.counts[0];
  __syncthreads();
}

/// Publishes what the CTA wrote and tells whether it is the last of its row. The wrapping counter
/// is back at zero once all have arrived. After a barrier; ends with one.
template <class Policy>
SIMT_INLINE bool arrive_last(Storage<Policy>& storage, std::uint32_t* arrivals) {
  if (threadIdx.x == 0) {
    __threadfence();
    storage.claimed = atomicInc(arrivals, Policy::ctas_per_row - 1);
    __threadfence();
  }
  __syncthreads();
  return storage.claimed == Policy::ctas_per_row - 1;
}

/// Eq. 27: concatenates the private ranges into frontier 0 and adds the private histograms. After a
/// barrier; ends with one. `first_block` is the row's segment 0.
template <class Policy>
SIMT_INLINE void merge_segments(Storage<Policy>& storage, const Params& params,
                                std::uint32_t first_block, Frontier<Policy> frontier) {
  std::uint32_t merged = 0;
  for (std::uint32_t p = 0; p < Policy::ctas_per_row; ++p) {
    const SegmentState<Policy> segment(params, first_block + p);
    const std::uint32_t count = __ldcg(segment.count);
    for (std::uint32_t i = threadIdx.x; i < count; i += Policy::threads) {
      frontier.put(merged + i, static_cast<std::uint32_t>(__ldcg(segment.candidates + i)));
    }
    merged += count;
  }
  for (std::uint32_t b = threadIdx.x; b < Digit<Policy, 0>::bins; b += Policy::threads) {
    std::uint32_t sum = 0;
    for (std::uint32_t p = 0; p < Policy::ctas_per_row; ++p) {
      sum += __ldcg(SegmentState<Policy>(params, first_block + p).histogram + b);
    }
    storage.histogram[b] = sum;
  }
  if (threadIdx.x == 0) {
    storage.counts[0] = merged;
    storage.output_count = 0;
  }
  __syncthreads();
}

/// Grid: ctas_per_row CTAs for each of the workspace's slots; block b is segment b mod P of row
/// first_row + b / P.
template <class Policy, class Trace>
__global__ void __launch_bounds__(Policy::threads, Policy::resident_ctas)
    select_split(Params params, typename Trace::Buffer trace_buffer) {
  using Shared = Storage<Policy>;
  SIMT_SHARED(Shared, storage);
  const std::uint32_t slot = blockIdx.x / Policy::ctas_per_row;
  const std::uint32_t p = blockIdx.x % Policy::ctas_per_row;
  const std::int64_t number = params.first_row + slot;
  if (number >= live_row_count(params)) return;
  const Row row = row_of(params, number);
  Trace trace(trace_buffer, number);
  trace.record_here(p == 0);
  trace.input(row.length, row.rank);
  if (row.length <= row.rank) {
    if (p == 0) emit_trivial<Policy>(row);
    return;
  }
  const View view = view_of<Policy>(row);
  trace.view(Policy::stride, view.phase, view.size, view.q, Policy::has_rescue, view.q1);
  Boundaries boundaries{};
  if (view.usable()) {
    boundaries = propose(storage, row, view, trace);
    admit_segment(storage, row, boundaries, SegmentState<Policy>(params, blockIdx.x), p, trace);
  }
  const bool finisher = arrive_last(storage, params.counters + 1 + slot);
  trace.record_here(finisher);
  if (finisher) {
    Frontier<Policy> frontiers[2] = {frontier_of(storage, params, slot, 0),
                                     frontier_of(storage, params, slot, 1)};
    State state{TAILPROOF_ROUTE_EXACT_NO_VIEW, 0, 0};
    if (view.usable()) {
      merge_segments(storage, params, slot * Policy::ctas_per_row, frontiers[0]);
      state = certify(storage, row, boundaries, frontiers[0], trace);
    }
    finish_sampled(storage, row, state, frontiers, trace);
  }
  trace.flush();
}

}  // namespace tailproof::kernels
