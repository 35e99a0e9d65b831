/// Mapping 4: a cluster shares each row; rank 0 owns the boundary and the refinement, its peers
/// read and write its state through distributed shared memory. Source: spec section 8, paper 5.5.
#pragma once
#include "tailproof/kernels/split.cuh"

#include <cstdint>

namespace tailproof::kernels {

/// Adds the CTAs' histograms bin by bin into rank 0's. Each rank sums its own slice of bins, so
/// that nobody else touches a word in which it writes. Between cluster barriers.
template <class Policy>
SIMT_INLINE void combine_histograms(Storage<Policy>& storage) {
  constexpr std::uint32_t slice = coarse_bins / Policy::ctas_per_row;
  const std::uint32_t first = simt::cluster_rank() * slice;
  Storage<Policy>* root = simt::map_shared_rank(&storage, 0);
  for (std::uint32_t b = first + threadIdx.x; b < first + slice; b += Policy::threads) {
    std::uint32_t sum = 0;
    for (std::uint32_t r = 0; r < Policy::ctas_per_row; ++r) {
      sum += simt::map_shared_rank(&storage, r)->histogram[b];
    }
    root->histogram[b] = sum;
  }
}

/// Rank 0 turns the combined histogram into the exact boundary and clears what the peers append to.
/// Between cluster barriers.
template <class Policy, class Trace>
SIMT_INLINE void locate_for_peers(Storage<Policy>& storage, const Row& row, Trace& trace) {
  trace.histogram(TAILPROOF_HISTOGRAM_COARSE, storage.histogram, coarse_bins);
  locate<Policy, coarse_bins>(storage, {row.rank});
  trace.coarse_boundary(storage.located[0].bin);
  clear_histogram(storage, Digit<Policy, 0>::bins);
  if (threadIdx.x == 0) {
    storage.counts[0] = 0;
    storage.output_count = 0;
  }
}

/// One non-trivial row by the whole cluster.
template <class Policy, class Trace>
SIMT_INLINE void select_by_cluster(Storage<Policy>& storage, const Row& row,
                                   Frontier<Policy> (&frontiers)[2], Trace& trace) {
  const bool is_root = simt::cluster_rank() == 0;
  Storage<Policy>* root = simt::map_shared_rank(&storage, 0);
  StreamedRow<Policy> segment = segment_of<Policy>(row, simt::cluster_rank());
  clear_histogram(storage, coarse_bins);
  __syncthreads();
  count_coarse(storage, segment, trace);
  simt::cluster_sync();
  combine_histograms(storage);
  simt::cluster_sync();
  if (is_root) locate_for_peers(storage, row, trace);
  simt::cluster_sync();
  const Located boundary = root->located[0];
  Frontier<Policy> to_root{root->frontier[0], frontiers[0].spill};
  classify(*root, segment, boundary.bin, to_root, row.indices, trace);
  // Orders the spilled positions, in global memory, and is the last use of another CTA's storage.
  __threadfence();
  simt::cluster_sync();
  if (!is_root) return;
  trace.held(storage.counts[0], Policy::capacity);
  const State state{TAILPROOF_ROUTE_DIRECT, storage.counts[0], row.rank - boundary.before};
  complete(storage, row, frontiers, state, trace);
}

/// Grid: whole clusters of ctas_per_row CTAs; cluster c selects rows c, c + clusters, ... and owns
/// slice pair c of the spill workspace.
template <class Policy, class Trace>
__global__ void __launch_bounds__(Policy::threads, Policy::resident_ctas)
    select_cluster(Params params, typename Trace::Buffer trace_buffer) {
  using Shared = Storage<Policy>;
  SIMT_SHARED(Shared, storage);
  const std::uint32_t rows = live_row_count(params);
  const std::uint32_t clusters = gridDim.x / Policy::ctas_per_row;
  const std::uint32_t cluster = blockIdx.x / Policy::ctas_per_row;
  Frontier<Policy> frontiers[2] = {frontier_of(storage, params, cluster, 0),
                                   frontier_of(storage, params, cluster, 1)};
  for (std::uint32_t number = cluster; number < rows; number += clusters) {
    const Row row = row_of(params, number);
    Trace trace(trace_buffer, number);
    trace.record_here(simt::cluster_rank() == 0);
    trace.input(row.length, row.rank);
    if (row.length > row.rank) {
      select_by_cluster(storage, row, frontiers, trace);
    } else if (simt::cluster_rank() == 0) {
      emit_trivial<Policy>(row);
    }
    trace.flush();
    __syncthreads();  // every thread is done with this row's storage
  }
}

}  // namespace tailproof::kernels
