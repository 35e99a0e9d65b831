/// Inclusive prefix sums in a single pass: each tile publishes its own sum, then looks back at its
/// predecessors instead of waiting for the whole grid (decoupled look-back).
#pragma once
#include "tailproof/simt.hpp"

namespace example {

/// What a tile has published: nothing, the sum of its own elements, or that of all up to its end.
enum ScanFlag : unsigned { scan_nothing = 0, scan_aggregate = 1, scan_prefix = 2 };

/// Global workspace; ticket and flags must be zero before each launch.
struct ScanWork {
  unsigned* ticket;      // one counter
  unsigned* flags;       // one a tile, as the arrays below
  unsigned* aggregates;  // sum of the tile
  unsigned* prefixes;    // sum of everything up to the tile's end
};

template <int NT>
struct ScanStorage {
  simt::shared_array<unsigned, NT / 32> warp_sums;
  unsigned tile;
  unsigned before;  // sum of all earlier tiles
};

template <int NT>
__device__ unsigned inclusive_scan_of_tile(ScanStorage<NT>& sm, unsigned value) {
  const unsigned lane = simt::lane_id();
  const int warp = static_cast<int>(threadIdx.x / 32);
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const unsigned left = __shfl_up_sync(0xffffffffu, value, delta);
    if (lane >= delta) value += left;
  }
  if (lane == 31) sm.warp_sums[warp] = value;
  __syncthreads();
  for (int earlier = 0; earlier < warp; ++earlier) value += sm.warp_sums[earlier];
  return value;
}

/// Sum of all tiles before `tile`, which must be greater than 0.
__device__ inline unsigned look_back(const ScanWork& work, unsigned tile) {
  unsigned sum = 0;
  for (unsigned earlier = tile; earlier-- > 0;) {
    unsigned flag = scan_nothing;
    while ((flag = simt::load_acquire(&work.flags[earlier])) == scan_nothing) simt::spin_pause();
    if (flag == scan_prefix) return sum + work.prefixes[earlier];
    sum += work.aggregates[earlier];
  }
  return sum;
}

__device__ inline void publish(unsigned* place, unsigned value, unsigned* flag, ScanFlag kind) {
  *place = value;
#if !defined(EXAMPLE_PLANTED_RACE)
  simt::store_release(flag, static_cast<unsigned>(kind));
#else
  simt::store_relaxed(flag, static_cast<unsigned>(kind));  // the flag may be seen before the value
#endif
}

/// output[i] = input[0] + ... + input[i], modulo 2^32; one element a thread, tiles of NT.
template <int NT>
__global__ void __launch_bounds__(NT)
    scan_lookback(const unsigned* input, unsigned* output, int count, ScanWork work) {
  SIMT_SHARED(ScanStorage<NT>, sm);
  // Tiles are numbered in the order in which CTAs start, so a tile waits only for running ones.
  if (threadIdx.x == 0) sm.tile = atomicAdd(work.ticket, 1u);
  __syncthreads();
  const unsigned tile = sm.tile;
  const int i = static_cast<int>(tile * NT + threadIdx.x);
  const unsigned scanned = inclusive_scan_of_tile<NT>(sm, i < count ? input[i] : 0u);
  if (threadIdx.x == NT - 1) {
    unsigned before = 0;
    if (tile > 0) {
      publish(&work.aggregates[tile], scanned, &work.flags[tile], scan_aggregate);
      before = look_back(work, tile);
    }
    publish(&work.prefixes[tile], before + scanned, &work.flags[tile], scan_prefix);
    sm.before = before;
  }
  __syncthreads();
  if (i < count) output[i] = sm.before + scanned;
}

}  // namespace example
