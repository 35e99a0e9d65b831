/// The rank search that every phase shares. Source: paper eq. 14-15, 22-23.
#pragma once
#include "tailproof/kernels/storage.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

inline constexpr unsigned full_warp = 0xffffffffu;

/// Inclusive sum over the lanes of a warp.
SIMT_INLINE std::uint32_t warp_inclusive_sum(std::uint32_t value) {
  const unsigned lane = simt::lane_id();
  for (unsigned distance = 1; distance < 32; distance <<= 1) {
    const std::uint32_t below = __shfl_up_sync(full_warp, value, distance);
    if (lane >= distance) value += below;
  }
  return value;
}

/// Bins handed to one thread.
template <class Policy, std::uint32_t bins>
inline constexpr std::uint32_t bins_per_thread =
    bins > Policy::threads ? bins / Policy::threads : 1;

/// Finds `rank` inside one warp's bins, given that it falls there. `base` counts everything before
/// the warp, `own` this thread's bins.
template <class Policy, std::uint32_t bins>
SIMT_INLINE void locate_in_warp(Storage<Policy>& storage, std::uint32_t rank, std::uint32_t base,
                                std::uint32_t own, Located& located) {
  std::uint32_t before = base + warp_inclusive_sum(own) - own;
  if (rank <= before || rank > before + own) return;
  std::uint32_t bin = threadIdx.x * bins_per_thread<Policy, bins>;
  while (before + storage.histogram[bin] < rank) before += storage.histogram[bin++];
  located.bin = bin;
  located.before = before;
}

/// storage.located[i] = where rank i falls among the first `bins` words of the histogram, for
/// `ranks` (1 or 2) ranks. Called by the whole CTA after a barrier; each rank in [1, sum]. Ends
/// with a barrier, after which the histogram may be overwritten.
template <class Policy, std::uint32_t bins, std::uint32_t ranks>
SIMT_INLINE void locate(Storage<Policy>& storage, const std::uint32_t (&rank)[ranks]) {
  constexpr std::uint32_t per_thread = bins_per_thread<Policy, bins>;
  const std::uint32_t warp = threadIdx.x / 32;
  const std::uint32_t first = threadIdx.x * per_thread;
  std::uint32_t own = 0;
  if (first < bins) {
    for (std::uint32_t j = 0; j < per_thread; ++j) own += storage.histogram[first + j];
  }
  const std::uint32_t warp_sum = __reduce_add_sync(full_warp, own);
  if (simt::lane_id() == 0) storage.warp_sums[warp] = warp_sum;
  __syncthreads();
  std::uint32_t base = 0;
  for (std::uint32_t w = 0; w < warp; ++w) base += storage.warp_sums[w];
  for (std::uint32_t i = 0; i < ranks; ++i) {
    if (base < rank[i] && rank[i] <= base + warp_sum) {
      locate_in_warp<Policy, bins>(storage, rank[i], base, own, storage.located[i]);
    }
  }
  __syncthreads();
}

}  // namespace tailproof::kernels
