/// Sums of rows, one CTA a row at a time: shuffles within a warp, shared memory between warps.
#pragma once
#include "tailproof/simt.hpp"

namespace example {

template <int NT>
struct ReduceStorage {
  simt::shared_array<unsigned, NT / 32> partial;
};

/// sums[r] = sum of rows[r * length] ... rows[r * length + length - 1], modulo 2^32.
template <int NT>
__global__ void __launch_bounds__(NT)
    block_reduce(const unsigned* rows, int row_count, int length, unsigned* sums) {
  SIMT_SHARED(ReduceStorage<NT>, sm);
  const int tid = static_cast<int>(threadIdx.x);
  for (int row = static_cast<int>(blockIdx.x); row < row_count;
       row += static_cast<int>(gridDim.x)) {
    unsigned sum = 0;
    for (int i = tid; i < length; i += NT) sum += rows[row * length + i];
    for (unsigned delta = 16; delta > 0; delta /= 2) {
      sum += __shfl_down_sync(0xffffffffu, sum, delta);
    }
    if (tid % 32 == 0) sm.partial[tid / 32] = sum;
    __syncthreads();
    if (tid == 0) {
      unsigned total = 0;
      for (int warp = 0; warp < NT / 32; ++warp) total += sm.partial[warp];
      sums[row] = total;
    }
#if !defined(EXAMPLE_PLANTED_RACE)
    // Without this barrier the next row's partial sums overwrite those that thread 0 still reads.
    __syncthreads();
#endif
  }
}

}  // namespace example
