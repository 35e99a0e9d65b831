/// cp.async, mbarrier and bulk copies.
#pragma once
#include "support.hpp"

namespace conformance::async_copies {

constexpr int threads = 64;
constexpr int stages = 4;

struct alignas(16) Stage {
  simt::shared_array<u32, threads * 4> words;
};
struct Ring {
  Stage stage[stages];
};

/// A ring of stages: as one is used, those after it are in flight.
template <unsigned bytes>
__global__ void ring(const u32* input, u32* output) {
  SIMT_SHARED(Ring, sm);
  const unsigned tid = threadIdx.x;
  constexpr unsigned words = bytes / 4;
  constexpr unsigned rounds = 12;
  const auto fetch = [&](unsigned round) {
    if (round < rounds) {
      simt::cp_async<bytes>(&sm.stage[round % stages].words[tid * words],
                            input + (round * threads + tid) * words);
    }
    simt::cp_async_commit();
  };
  for (unsigned round = 0; round + 1 < stages; ++round) fetch(round);
  u32 sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    simt::cp_async_wait<stages - 2>();
    __syncthreads();
    for (unsigned w = 0; w < words; ++w) {
      sum = sum * 31 + sm.stage[round % stages].words[((tid + 7) % threads) * words + w];
    }
    fetch(round + stages - 1);
  }
  simt::cp_async_wait<0>();
  output[tid] = sum;
}

struct BulkStorage {
  Stage stage[2];
  simt::mbarrier full[2];
};

/// Two buffers filled by bulk copies in turn; `polling` asks instead of waiting.
template <bool polling>
__global__ void bulk(const u32* input, u32* output) {
  SIMT_SHARED(BulkStorage, sm);
  const unsigned tid = threadIdx.x;
  constexpr unsigned bytes = threads * 16;
  constexpr unsigned rounds = 6;
  if (tid == 0) {
    sm.full[0].init(1);
    sm.full[1].init(1);
    simt::fence_mbarrier_init();
  }
  __syncthreads();
  u32 sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned slot = round % 2;
    if (tid == 0) {
      simt::fence_proxy_async();
      if (round % 3 == 0) {
        sm.full[slot].expect_tx(bytes);
        sm.full[slot].arrive();
      } else {
        sm.full[slot].arrive_expect_tx(bytes);
      }
      simt::bulk_copy(sm.stage[slot].words.data(), input + round * threads * 4, bytes,
                      sm.full[slot]);
    }
    const unsigned parity = (round / 2) % 2;
    if (polling) {
      while (!(round % 2 == 0 ? sm.full[slot].test_wait(parity) : sm.full[slot].try_wait(parity))) {
        simt::spin_pause();
      }
    } else {
      sm.full[slot].wait(parity);
    }
    for (unsigned w = 0; w < 4; ++w) {
      sum = sum * 31 + sm.stage[slot].words[((tid + 9) % threads) * 4 + w];
    }
    __syncthreads();
  }
  if (tid == 0) {
    sm.full[0].invalidate();
    sm.full[1].invalidate();
  }
  output[tid] = sum;
}

struct RemoteStorage {
  simt::shared_array<u32, threads> words;
  simt::mbarrier arrived;
};

/// Each CTA of the cluster tells its right neighbour that it has written into it.
__global__ void remote(const u32* input, u32* output) {
  SIMT_SHARED(RemoteStorage, sm);
  const unsigned tid = threadIdx.x;
  const unsigned right = (simt::cluster_rank() + 1) % simt::cluster_size();
  if (tid == 0) {
    sm.arrived.init(threads);
    simt::fence_mbarrier_init();
  }
  simt::cluster_sync();
  simt::map_shared_rank(sm.words.data(), right)[tid] = input[blockIdx.x * threads + tid];
  __threadfence();
  sm.arrived.arrive_remote(right);
  sm.arrived.wait(0);
  __threadfence();
  output[blockIdx.x * threads + tid] = sm.words[(tid + 1) % threads];
  simt::cluster_sync();
}

inline void add(Table& table) {
  Numbers numbers(8);
  simt::DeviceBuffer<u32> input(numbers.list(threads * 4 * 16));
  Shape shape;
  shape.block = dim3(threads);
  shape.shared_bytes = sizeof(Ring);
  const std::string calls = "simt::cp_async,simt::cp_async_commit,simt::cp_async_wait/";
  add_row(table, calls + "4", shape, threads, ring<4>, input.data());
  add_row(table, calls + "8", shape, threads, ring<8>, input.data());
  add_row(table, calls + "16", shape, threads, ring<16>, input.data());
  shape.shared_bytes = sizeof(BulkStorage);
  add_row(table,
          "simt::bulk_copy,simt::mbarrier.init,.invalidate,.arrive,.arrive_expect_tx,.expect_tx,"
          ".wait,simt::fence_mbarrier_init,simt::fence_proxy_async",
          shape, threads, bulk<false>, input.data());
  add_row(table, "simt::bulk_copy,simt::mbarrier.test_wait,.try_wait", shape, threads, bulk<true>,
          input.data());
  shape.shared_bytes = sizeof(RemoteStorage);
  shape.cluster = 4;
  shape.grid = dim3(8);
  add_row(table, "simt::mbarrier.arrive_remote", shape, threads * 8, remote, input.data());
}

}  // namespace conformance::async_copies
