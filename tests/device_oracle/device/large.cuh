// Rows made on the device whose K largest positions are known, and a plain read to compare with.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace tailproof::test {

/// Position of winner k of a row: distinct for every k, since the step is odd and N a power of 2.
__host__ __device__ inline std::int32_t winner(std::int64_t row, std::int32_t k,
                                               std::int64_t width) {
  const auto step = static_cast<std::uint64_t>(2654435761u);
  return static_cast<std::int32_t>(
      (static_cast<std::uint64_t>(k) * step + static_cast<std::uint64_t>(row) * 977u) &
      static_cast<std::uint64_t>(width - 1));
}

/// Scores in [0, 1).
__global__ void fill_rows(float* scores, std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    auto bits = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 29;
    scores[i] = static_cast<float>(static_cast<std::uint32_t>(bits >> 20) & 0xffffffu) * 0x1p-24f;
  }
}

/// Scores of winners in [2, 3), and the right answer.
__global__ void place_winners(float* scores, std::int32_t* indices, std::int64_t rows,
                              std::int64_t width, std::int32_t rank) {
  for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
    for (auto k = static_cast<std::int32_t>(threadIdx.x); k < rank;
         k += static_cast<std::int32_t>(blockDim.x)) {
      const std::int32_t position = winner(row, k, width);
      scores[row * width + position] = 2.0f + static_cast<float>(k % 977) * 0x1p-10f;
      indices[row * rank + k] = position;
    }
  }
}

/// Reads everything once and does next to nothing with it.
__global__ void read_all(const float4* scores, std::int64_t vectors, unsigned* found) {
  constexpr int in_flight = 4;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  std::int64_t v = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  unsigned any = 0;
  for (; v + (in_flight - 1) * step < vectors; v += in_flight * step) {
    float4 loaded[in_flight];
    for (int b = 0; b < in_flight; ++b) loaded[b] = __ldcs(scores + v + b * step);
    for (int b = 0; b < in_flight; ++b) {
      any |= __float_as_uint(loaded[b].x) & __float_as_uint(loaded[b].y) &
             __float_as_uint(loaded[b].z) & __float_as_uint(loaded[b].w);
    }
  }
  if (any == 0x80000000u) atomicAdd(found, 1u);
}

}  // namespace tailproof::test
