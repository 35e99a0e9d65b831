/// Mappings 1, 3 and 5: one CTA per row, from a bounded pool. Source: spec section 8, paper 5.5.
#pragma once
#include "tailproof/kernels/select.cuh"

#include <cstdint>

namespace tailproof::kernels {

/// The next row of this CTA, or one beyond the last. Every CTA claims until it gets none, so that a
/// launch makes exactly `rows` claims and the wrapping counter ends where it began.
template <class Policy>
SIMT_INLINE std::uint32_t claim_row(Storage<Policy>& storage, const Params& params,
                                    std::uint32_t rows) {
  __syncthreads();  // every thread is done with this row's storage, the last claim included
  if (threadIdx.x == 0) storage.claimed = gridDim.x + atomicInc(&params.counters[0], rows - 1);
  __syncthreads();
  return storage.claimed;
}

/// Grid: any number of CTAs; each has a slice pair of the spill workspace. The first wave is
/// assigned directly, later rows are claimed in completion order.
template <class Policy, class Trace>
__global__ void __launch_bounds__(Policy::threads, Policy::resident_ctas)
    select_persistent(Params params, typename Trace::Buffer trace_buffer) {
  using Shared = Storage<Policy>;
  SIMT_SHARED(Shared, storage);
  const std::uint32_t rows = live_row_count(params);
  const bool one_wave = rows <= gridDim.x;
  Frontier<Policy> frontiers[2] = {frontier_of(storage, params, blockIdx.x, 0),
                                   frontier_of(storage, params, blockIdx.x, 1)};
  for (std::uint32_t number = blockIdx.x; number < rows;) {
    const Row row = row_of(params, number);
    Trace trace(trace_buffer, number);
    select_row(storage, row, frontiers, trace);
    if (one_wave) return;
    number = claim_row(storage, params, rows);
  }
}

}  // namespace tailproof::kernels
