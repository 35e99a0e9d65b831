/// Exact coarse boundary of a whole row. Source: spec section 4, paper eq. 20.
#pragma once
#include "tailproof/kernels/keys.cuh"
#include "tailproof/kernels/locate.cuh"
#include "tailproof/kernels/storage.cuh"
#include "tailproof/kernels/trace.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

/// Adds the coarse bins of `source` to the histogram; no barrier.
template <class Policy, class Trace, class Source>
SIMT_INLINE void count_coarse(Storage<Policy>& storage, Source& source, Trace& trace) {
  source.for_each(
      trace, [](float) { return true; },
      [&](float score, std::uint32_t) { atomicAdd(&storage.histogram[coarse(score)], 1u); });
}

/// Commits bins < tau_star to the output, appends bin tau_star to the frontier with its leading
/// digits, drops the rest; no barrier. Counts and digits go to `owner`, which in a cluster is
/// another CTA's storage.
template <class Policy, class Trace, class Source>
SIMT_INLINE void classify(Storage<Policy>& owner, Source& source, std::uint32_t tau_star,
                          Frontier<Policy> frontier, std::int32_t* indices, Trace& trace) {
  source.for_each(
      trace, [tau_star](float score) { return coarse(score) <= tau_star; },
      [&](float score, std::uint32_t position) {
        if (coarse(score) < tau_star) {
          indices[atomicAdd(&owner.output_count, 1u)] = static_cast<std::int32_t>(position);
        } else {
          frontier.put(atomicAdd(&owner.counts[0], 1u), position);
          atomicAdd(&owner.histogram[digit<Policy, 0>(key32(score))], 1u);
        }
      });
}

/// Builds the whole state (E_0, Q_0, k_0, h_0) from two visits of `source`. By the whole CTA, after
/// a barrier; ends with one.
template <class Policy, class Trace, class Source>
SIMT_INLINE State recover(Storage<Policy>& storage, const Row& row, Source& source,
                          Frontier<Policy> frontier, tailproof_route route, Trace& trace) {
  clear_histogram(storage, coarse_bins);
  __syncthreads();
  count_coarse(storage, source, trace);
  __syncthreads();
  trace.histogram(TAILPROOF_HISTOGRAM_COARSE, storage.histogram, coarse_bins);
  locate<Policy, coarse_bins>(storage, {row.rank});
  const Located boundary = storage.located[0];
  trace.coarse_boundary(boundary.bin);
  clear_histogram(storage, Digit<Policy, 0>::bins);
  if (threadIdx.x == 0) {
    storage.counts[0] = 0;
    storage.output_count = 0;
  }
  __syncthreads();
  classify(storage, source, boundary.bin, frontier, row.indices, trace);
  __syncthreads();
  trace.held(storage.counts[0], Policy::capacity);
  return {route, storage.counts[0], row.rank - boundary.before};
}

}  // namespace tailproof::kernels
