/// Phase 1: a coarse boundary from the row-phased view. Source: spec section 3, paper 4.2, 5.2.
#pragma once
#include "tailproof/kernels/keys.cuh"
#include "tailproof/kernels/locate.cuh"
#include "tailproof/kernels/scan.cuh"
#include "tailproof/kernels/storage.cuh"
#include "tailproof/kernels/trace.cuh"
#include "tailproof/simt.hpp"

#include <cstddef>
#include <cstdint>

namespace tailproof::kernels {

/// V = { i < L : i mod s == phase } and the ranks requested of it.
struct View {
  std::uint32_t phase;
  std::uint32_t size;
  std::uint32_t q;
  std::uint32_t q1;  ///< q without a rescue boundary

  [[nodiscard]] SIMT_INLINE bool usable() const { return size >= max(q, q1); }
};

/// The two proposals as bins and as the FP32 cutoffs that admit the same scores.
struct Boundaries {
  std::uint32_t tau0;
  std::uint32_t tau1;
  float t0;
  float t1;
};

template <class Policy>
SIMT_INLINE std::uint32_t requested_rank(Ratio ratio, std::uint32_t rank) {
  const std::uint32_t denominator = ratio.denominator * Policy::stride;
  return (ratio.numerator * rank + denominator - 1) / denominator;
}

/// Needs the row's number, length and rank only: any CTA can rebuild it.
template <class Policy>
SIMT_INLINE View view_of(const Row& row) {
  constexpr std::uint32_t stride = Policy::stride;
  constexpr int unused_bits = 33 - __builtin_ffs(static_cast<int>(stride));
  View view;
  view.phase = __brev(static_cast<std::uint32_t>(row.number) & (stride - 1)) >> unused_bits;
  view.size = row.length > view.phase ? (row.length - view.phase - 1) / stride + 1 : 0;
  view.q = requested_rank<Policy>(Policy::retention, row.rank);
  view.q1 = Policy::has_rescue ? requested_rank<Policy>(Policy::rescue, row.rank) : view.q;
  return view;
}

/// Adds the coarse bins of the view to the histogram; no barrier. Several loads in flight.
template <class Policy, class Trace>
SIMT_INLINE void sample(Storage<Policy>& storage, const Row& row, const View& view, Trace& trace) {
  constexpr std::uint32_t batch = 4;
  const float* first = row.scores + view.phase;
  for (std::uint32_t j = threadIdx.x; j < view.size; j += batch * Policy::threads) {
    float loaded[batch] = {};
    TAILPROOF_UNROLL
    for (std::uint32_t b = 0; b < batch; ++b) {
      const std::uint32_t k = j + b * Policy::threads;
      if (k < view.size) {
        loaded[b] = __ldcg(first + std::size_t{k} * Policy::stride);
        trace.row_reads(1u);
      }
    }
    TAILPROOF_UNROLL
    for (std::uint32_t b = 0; b < batch; ++b) {
      if (j + b * Policy::threads < view.size) {
        atomicAdd(&storage.histogram[coarse(loaded[b])], 1u);
      }
    }
  }
}

/// The boundaries of a usable view, by the whole CTA, which has passed a barrier since it last used
/// the shared storage. Leaves the histogram free to be overwritten.
template <class Policy, class Trace>
SIMT_INLINE Boundaries propose(Storage<Policy>& storage, const Row& row, const View& view,
                               Trace& trace) {
  clear_histogram(storage, coarse_bins);
  __syncthreads();
  sample(storage, row, view, trace);
  __syncthreads();
  trace.histogram(TAILPROOF_HISTOGRAM_SAMPLED, storage.histogram, coarse_bins);
  Boundaries boundaries;
  if constexpr (Policy::has_rescue) {
    locate<Policy, coarse_bins>(storage, {view.q, view.q1});
    boundaries.tau1 = storage.located[1].bin;
  } else {
    locate<Policy, coarse_bins>(storage, {view.q});
    boundaries.tau1 = storage.located[0].bin;
  }
  boundaries.tau0 = storage.located[0].bin;
  boundaries.t0 = __uint_as_float(bin_floor_bits(boundaries.tau0));
  boundaries.t1 = __uint_as_float(bin_floor_bits(boundaries.tau1));
  trace.boundaries(boundaries.tau0, boundaries.t0, Policy::has_rescue, boundaries.tau1,
                   boundaries.t1);
  return boundaries;
}

}  // namespace tailproof::kernels
