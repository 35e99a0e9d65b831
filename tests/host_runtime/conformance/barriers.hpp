/// CTA barriers with folds, named barriers, clusters with distributed shared memory.
#pragma once
#include "support.hpp"

namespace conformance::barriers {

constexpr int threads = 96;

struct Slots {
  simt::shared_array<u32, threads> words;
};

__global__ void folds(const u32* input, u32* output) {
  SIMT_SHARED(Slots, sm);
  const unsigned tid = threadIdx.x;
  u32 result = 0;
  for (unsigned round = 0; round < 8; ++round) {
    const u32 value = input[round * threads + tid];
    // Rounds: random, all false, all true, one true, one false, then random again.
    int predicate = static_cast<int>(value & 1u);
    if (round == 1) predicate = 0;
    if (round == 2) predicate = 2;
    if (round == 3) predicate = tid == 77 ? 1 : 0;
    if (round == 4) predicate = tid == 77 ? 0 : 1;
    result = result * 31 + static_cast<u32>(__syncthreads_count(predicate));
    result = result * 31 + (__syncthreads_and(predicate) != 0 ? 1u : 0u);
    result = result * 31 + (__syncthreads_or(predicate) != 0 ? 1u : 0u);
    sm.words[tid] = value;
    __syncthreads();
    result = result * 31 + sm.words[(tid + 50) % threads];
    __syncthreads();
  }
  output[tid] = result;
}

/// Warps 1 and 2 produce, warp 0 consumes; they never meet at a whole CTA's barrier.
__global__ void producer_consumer(const u32* input, u32* output) {
  SIMT_SHARED(Slots, sm);
  const unsigned tid = threadIdx.x;
  for (unsigned round = 0; round < 4; ++round) {
    if (tid >= 32) {
      if (round > 0) simt::barrier_sync(2, threads);
      sm.words[tid] = input[round * threads + tid];
      simt::barrier_arrive(1, threads);
    } else {
      simt::barrier_sync(1, threads);
      output[round * 32 + tid] = sm.words[tid + 32] * 3 + sm.words[tid + 64];
      if (round < 3) simt::barrier_arrive(2, threads);
    }
  }
}

/// Each CTA reads its right neighbour's words, adds to those of its left neighbour.
__global__ void neighbours(const u32* input, u32* output) {
  SIMT_SHARED(Slots, sm);
  const unsigned tid = threadIdx.x;
  const unsigned rank = simt::cluster_rank();
  const unsigned size = simt::cluster_size();
  sm.words[tid] = input[blockIdx.x * threads + tid];
  simt::cluster_sync();
  const u32 right = simt::map_shared_rank(sm.words.data(), (rank + 1) % size)[tid];
  simt::cluster_arrive();
  simt::cluster_wait();
  atomicAdd(&simt::map_shared_rank(sm.words.data(), (rank + size - 1) % size)[tid], right);
  simt::cluster_sync();
  output[blockIdx.x * threads + tid] = sm.words[tid] ^ (rank << 28) ^ (size << 24);
}
/// The same names as in cooperative_groups, which has them from compute capability 9.0 on.
__global__ void cooperative(const u32* input, u32* output) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  SIMT_SHARED(Slots, sm);
  const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  const unsigned tid = threadIdx.x;
  sm.words[tid] = input[blockIdx.x * threads + tid];
  cluster.sync();
  const unsigned peer = (cluster.block_rank() + 1) % cluster.num_blocks();
  const u32 theirs = cluster.map_shared_rank(&sm.words[tid], peer)[0];
  cluster.sync();
  output[blockIdx.x * threads + tid] = theirs;
#endif
}

inline void add(Table& table) {
  Numbers numbers(7);
  simt::DeviceBuffer<u32> input(numbers.list(threads * 16));
  Shape shape;
  shape.block = dim3(threads);
  shape.shared_bytes = sizeof(Slots);
  add_row(table, "__syncthreads,__syncthreads_count,__syncthreads_and,__syncthreads_or", shape,
          threads, folds, input.data());
  add_row(table, "simt::barrier_sync,simt::barrier_arrive", shape, 4 * 32, producer_consumer,
          input.data());
  for (const unsigned cluster : {1u, 2u, 4u, 8u}) {
    shape.cluster = cluster;
    shape.grid = dim3(16);
    const std::string size = "/clusters-of-" + std::to_string(cluster);
    add_row(table,
            "simt::cluster_rank,simt::cluster_size,simt::cluster_sync,simt::cluster_arrive,"
            "simt::cluster_wait,simt::map_shared_rank" +
                size,
            shape, threads * 16, neighbours, input.data());
    add_row(table, "cooperative_groups::this_cluster" + size, shape, threads * 16, cooperative,
            input.data());
  }
}

}  // namespace conformance::barriers
