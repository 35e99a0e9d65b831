/// Kernels whose results tell in which order they ran.
#pragma once
#include "tailproof/simt.hpp"

namespace stream_kernels {

/// value = value * factor + addend: two of them in the wrong order give another value.
__global__ inline void scale_add(unsigned* value, unsigned factor, unsigned addend) {
  if (threadIdx.x == 0) *value = *value * factor + addend;
}

/// sum[0] += data[i] over all i.
__global__ inline void accumulate(unsigned* sum, const unsigned* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) atomicAdd(sum, data[i]);
}

/// One thread never arrives.
__global__ inline void broken() {
  if (threadIdx.x != 0) __syncthreads();
}

}  // namespace stream_kernels
