/// Loads and stores with hints, strong loads and stores, fences, hints, indices.
#pragma once
#include "support.hpp"

namespace conformance::memory {

constexpr int threads = 64;

/// T's words, whatever T is.
template <class T>
union AsWords {
  T value;
  u32 words[sizeof(T) / 4];
  __device__ AsWords() {}
};

#define CONFORMANCE_LOAD(op, function)           \
  struct op {                                    \
    template <class T>                           \
    __device__ static T load(const T* address) { \
      return function(address);                  \
    }                                            \
  };
#define CONFORMANCE_STORE(op, function)                 \
  struct op {                                           \
    template <class T>                                  \
    __device__ static void store(T* address, T value) { \
      function(address, value);                         \
    }                                                   \
  };
CONFORMANCE_LOAD(ldg, __ldg)
CONFORMANCE_LOAD(ldca, __ldca)
CONFORMANCE_LOAD(ldcg, __ldcg)
CONFORMANCE_LOAD(ldcs, __ldcs)
CONFORMANCE_LOAD(ldlu, __ldlu)
CONFORMANCE_LOAD(ldcv, __ldcv)
CONFORMANCE_LOAD(no_allocate, simt::load_no_allocate)
CONFORMANCE_LOAD(relaxed_load, simt::load_relaxed)
CONFORMANCE_LOAD(acquire_load, simt::load_acquire)
CONFORMANCE_STORE(stwb, __stwb)
CONFORMANCE_STORE(stcg, __stcg)
CONFORMANCE_STORE(stcs, __stcs)
CONFORMANCE_STORE(stwt, __stwt)
CONFORMANCE_STORE(relaxed_store, simt::store_relaxed)
CONFORMANCE_STORE(release_store, simt::store_release)

template <class Op, class T>
__global__ void loads(const u32* input, u32* output) {
  constexpr unsigned words = sizeof(T) / 4;
  AsWords<T> got;
  got.value = Op::load(reinterpret_cast<const T*>(input) + (threads - 1 - threadIdx.x));
  for (unsigned w = 0; w < words; ++w) output[threadIdx.x * words + w] = got.words[w];
}
template <class Op, class T>
__global__ void stores(const u32* input, u32* output) {
  const T value = reinterpret_cast<const T*>(input)[threadIdx.x];
  Op::store(reinterpret_cast<T*>(output) + (threads - 1 - threadIdx.x), value);
}

/// CTA 0 hands data to CTA 1 through a flag: data and fences, or release and acquire. Both run at
/// once.
template <bool fences>
__global__ void hand_over(u32* data, u32* flag, u32* output) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (u32 i = 0; i < 8; ++i) data[i] = i * i + 1;
    if (fences) {
      __threadfence();
      atomicExch(flag, 1u);
    } else {
      simt::store_release(flag, u32{1});
    }
  } else {
    if (fences) {
      while (simt::load_relaxed(flag) == 0) simt::spin_pause();
      __threadfence();
    } else {
      while (simt::load_acquire(flag) == 0) __nanosleep(32);
    }
    for (u32 i = 0; i < 8; ++i) output[i] = data[i];
  }
}

/// Hints and fences change nothing that a thread sees of itself.
__global__ void no_effect(const u32* input, u32* output) {
  simt::grid_dependency_wait();
  simt::prefetch_l2(input + threadIdx.x);
  if (threadIdx.x == 0) simt::prefetch_l2_bulk(input, threads * 4);
  output[threadIdx.x] = input[threadIdx.x] + 1;
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  output[threadIdx.x] += 1;
  simt::grid_dependency_launch();
}

__global__ void indices(u32* output) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned size = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  u32* mine = output + static_cast<std::size_t>(block * size + thread) * 4;
  mine[0] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16 | simt::lane_id() << 24;
  mine[1] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16 | static_cast<u32>(warpSize) << 24;
  mine[2] = simt::lanemask_lt();
  const cooperative_groups::thread_block group = cooperative_groups::this_thread_block();
  group.sync();
  mine[3] = static_cast<u32>(group.thread_rank() | group.size() << 16);
}

template <class Op, class T>
void add_load(Table& table, const std::string& name) {
  Numbers numbers(4);
  simt::DeviceBuffer<u32> input(numbers.list(threads * sizeof(T) / 4));
  Shape shape;
  shape.block = dim3(threads);
  add_row(table, name, shape, threads * sizeof(T) / 4, loads<Op, T>, input.data());
}
template <class Op>
void add_loads(Table& table, const std::string& name) {
  add_load<Op, int>(table, name + "/int");
  add_load<Op, float>(table, name + "/float");
  add_load<Op, u64>(table, name + "/ulonglong");
  add_load<Op, uint2>(table, name + "/uint2");
  add_load<Op, float2>(table, name + "/float2");
  add_load<Op, int4>(table, name + "/int4");
  add_load<Op, uint4>(table, name + "/uint4");
  add_load<Op, float4>(table, name + "/float4");
}
template <class Op, class T>
void add_store(Table& table, const std::string& name) {
  Numbers numbers(5);
  simt::DeviceBuffer<u32> input(numbers.list(threads * sizeof(T) / 4));
  Shape shape;
  shape.block = dim3(threads);
  add_row(table, name, shape, threads * sizeof(T) / 4, stores<Op, T>, input.data());
}
template <class Op>
void add_stores(Table& table, const std::string& name) {
  add_store<Op, u32>(table, name + "/unsigned");
  add_store<Op, u64>(table, name + "/ulonglong");
  add_store<Op, float4>(table, name + "/float4");
  add_store<Op, uint4>(table, name + "/uint4");
}
template <bool fences>
void add_hand_over(Table& table, const std::string& name) {
  simt::DeviceBuffer<u32> data(8);
  simt::DeviceBuffer<u32> flag(1);
  require(flag.fill_bytes(0), name);
  Shape shape;
  shape.grid = dim3(2);
  add_row(table, name, shape, 8, hand_over<fences>, data.data(), flag.data());
}

inline void add(Table& table) {
  add_loads<ldg>(table, "__ldg");
  add_loads<ldca>(table, "__ldca");
  add_loads<ldcg>(table, "__ldcg");
  add_loads<ldcs>(table, "__ldcs");
  add_loads<ldlu>(table, "__ldlu");
  add_loads<ldcv>(table, "__ldcv");
  add_loads<no_allocate>(table, "simt::load_no_allocate");
  add_load<relaxed_load, u32>(table, "simt::load_relaxed/unsigned");
  add_load<relaxed_load, float>(table, "simt::load_relaxed/float");
  add_load<relaxed_load, u64>(table, "simt::load_relaxed/ulonglong");
  add_load<acquire_load, u32>(table, "simt::load_acquire/unsigned");
  add_load<acquire_load, u64>(table, "simt::load_acquire/ulonglong");
  add_stores<stwb>(table, "__stwb");
  add_stores<stcg>(table, "__stcg");
  add_stores<stcs>(table, "__stcs");
  add_stores<stwt>(table, "__stwt");
  add_store<relaxed_store, u32>(table, "simt::store_relaxed/unsigned");
  add_store<relaxed_store, u64>(table, "simt::store_relaxed/ulonglong");
  add_store<release_store, float>(table, "simt::store_release/float");
  add_store<release_store, u64>(table, "simt::store_release/ulonglong");
  add_hand_over<true>(table, "__threadfence,simt::spin_pause");
  add_hand_over<false>(table, "simt::store_release,__nanosleep");

  Numbers numbers(6);
  simt::DeviceBuffer<u32> input(numbers.list(threads));
  Shape shape;
  shape.block = dim3(threads);
  add_row(table,
          "simt::prefetch_l2,simt::prefetch_l2_bulk,simt::grid_dependency_wait,"
          "simt::grid_dependency_launch,__threadfence_block,__threadfence_system",
          shape, threads, no_effect, input.data());
  shape.block = dim3(5, 3, 4);
  shape.grid = dim3(3, 2, 2);
  add_row(table,
          "threadIdx,blockIdx,blockDim,gridDim,warpSize,simt::lane_id,simt::lanemask_lt,"
          "cooperative_groups::this_thread_block",
          shape, 60 * 12 * 4, indices);
}

}  // namespace conformance::memory
