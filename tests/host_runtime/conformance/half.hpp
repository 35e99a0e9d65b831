/// binary16: every float to half, every half to float.
#pragma once
#include "support.hpp"
#if !defined(__CUDACC__)
#include <algorithm>
#include <thread>
#endif

namespace conformance::binary16 {

/// The 2^32 inputs in blocks of 2^20; a block's word pair is a sum that depends on each result and
/// its place.
constexpr u32 block_bits = 20;
constexpr u32 blocks = 1u << (32 - block_bits);

__device__ inline u64 term(u32 input, u32 result) {
  return (static_cast<u64>(input) << 16 | result) * 0x9e3779b97f4a7c15ull;
}

__global__ void all_halves(u32* output) {
  for (u32 half = threadIdx.x; half < 65536; half += blockDim.x) {
    output[half] = __float_as_uint(simt::half_bits_to_float(static_cast<std::uint16_t>(half)));
  }
}

#if defined(__CUDACC__)
__global__ void block_sums(u32* output) {
  u64 sum = 0;
  const u32 first = blockIdx.x << block_bits;
  for (u32 i = threadIdx.x; i < 1u << block_bits; i += blockDim.x) {
    sum += term(first + i, simt::half_bits_rn(__uint_as_float(first + i)));
  }
  atomicAdd(reinterpret_cast<u64*>(output) + blockIdx.x, sum);
}
inline void add_all_floats(Table& table) {
  Shape shape;
  shape.grid = dim3(blocks);
  shape.block = dim3(256);
  add_row(table, "simt::half_bits_rn/all", shape, blocks * 2, block_sums);
}
#else
// The conversion alone, not as a kernel: four thousand million fiber turns would take all day.
inline u64 block_sum(u32 block) {
  u64 sum = 0;
  const u32 first = block << block_bits;
  for (u32 i = 0; i < 1u << block_bits; ++i) {
    sum += term(first + i, simt::half_bits_rn(__uint_as_float(first + i)));
  }
  return sum;
}
inline void add_all_floats(Table& table) {
  Words words(blocks * 2);
  const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&words, worker, workers] {
      for (u32 block = worker; block < blocks; block += workers) {
        put64(words.data(), block * 2, block_sum(block));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  table.add("simt::half_bits_rn/all", std::move(words));
}
#endif

inline void add(Table& table, bool all_floats) {
  Shape shape;
  shape.block = dim3(64);
  add_row(table, "simt::half_bits_to_float/all", shape, 65536, all_halves);
  if (all_floats) add_all_floats(table);
}

}  // namespace conformance::binary16
