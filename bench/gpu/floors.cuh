// Kernels that read the valid prefix of every row once and do nothing with it: what no selector can
// beat. Three ways, because none is the fastest at every shape. Loads are 128 bits wide and lane
// after lane; at an odd pitch the first and last load of a row reach up to 12 bytes beyond it.
#pragma once
#include "tailproof/simt.hpp"

#include <cstdint>

#if defined(__CUDACC__)
#define TAILPROOF_BENCH_UNROLL _Pragma("unroll")
#else
#define TAILPROOF_BENCH_UNROLL
#endif

namespace tailproof::gpu_bench {

struct FloorParams {
  const float* scores;
  std::int64_t pitch;
  const std::int32_t* lengths;
  std::int64_t rows;
  std::int64_t width;
  std::int64_t unit;    ///< 16-byte vectors of a row that are dealt at a time
  std::uint32_t* sink;  ///< written if the scores add up to one unlikely word
};

/// The 16-byte vectors that hold a row's valid prefix.
struct RowVectors {
  const uint4* first;
  std::int64_t count;
};

SIMT_INLINE RowVectors row_vectors(const FloorParams& params, std::int64_t row,
                                   std::int32_t length) {
  const auto address = reinterpret_cast<std::uintptr_t>(params.scores + row * params.pitch);
  const std::uintptr_t begin = address & ~std::uintptr_t{15};
  const std::uintptr_t end = address + static_cast<std::uintptr_t>(length) * sizeof(float);
  return {reinterpret_cast<const uint4*>(begin),
          static_cast<std::int64_t>((end - begin + 15) / 16)};
}

SIMT_INLINE std::int64_t units_of_row(const FloorParams& params) {
  return (params.width / 4 + 2 + params.unit - 1) / params.unit;  // + 2: both ends may be split
}

SIMT_INLINE void keep(const FloorParams& params, std::uint32_t sum) {
  if (sum == 0x5eed1234u) *params.sink = sum;
}

SIMT_INLINE std::uint32_t folded(const uint4& value) {
  return value.x ^ value.y ^ value.z ^ value.w;
}

/// The vectors [begin, end) of a row that a CTA of its own reads.
struct RowUnit {
  const uint4* first;
  std::int64_t begin, end;
};

SIMT_INLINE RowUnit unit_of_block(const FloorParams& params) {
  const std::int64_t units = units_of_row(params);
  const std::int64_t row = blockIdx.x / units;
  const RowVectors vectors = row_vectors(params, row, params.lengths[row]);
  const std::int64_t begin = blockIdx.x % units * params.unit;
  const std::int64_t end = begin + params.unit;
  return {vectors.first, begin, end < vectors.count ? end : vectors.count};
}

/// Reads vectors [begin, end) of a row with the CTA's NT threads, depth loads in flight in each.
template <int NT, int depth, bool past_l1>
SIMT_INLINE std::uint32_t read_unit(const uint4* first, std::int64_t begin, std::int64_t end) {
  const auto load = [first](std::int64_t i) {
    return past_l1 ? simt::load_no_allocate(first + i) : __ldg(first + i);
  };
  std::uint32_t sum = 0;
  std::int64_t i = begin + threadIdx.x;
  for (; i + (depth - 1) * NT < end; i += depth * NT) {
    uint4 loaded[depth];
    TAILPROOF_BENCH_UNROLL
    for (int j = 0; j < depth; ++j) loaded[j] = load(i + j * NT);
    TAILPROOF_BENCH_UNROLL
    for (int j = 0; j < depth; ++j) sum ^= folded(loaded[j]);
  }
  for (; i < end; i += NT) sum ^= folded(load(i));
  return sum;
}

/// One CTA a unit, up to eight loads in flight a thread, past L1.
inline constexpr int wide_threads = 256;
template <int NT>
__global__ void __launch_bounds__(NT) floor_wide(FloorParams params) {
  const RowUnit unit = unit_of_block(params);
  keep(params, read_unit<NT, 8, true>(unit.first, unit.begin, unit.end));
}

/// One CTA a unit, up to four loads in flight a thread, through the read-only path.
inline constexpr int cached_threads = 512;
template <int NT>
__global__ void __launch_bounds__(NT) floor_cached(FloorParams params) {
  const RowUnit unit = unit_of_block(params);
  keep(params, read_unit<NT, 4, false>(unit.first, unit.begin, unit.end));
}

/// One CTA an SM, eight warps, each with a ring of three bulk copies of up to 8 KiB.
inline constexpr int ring_warps = 8;
inline constexpr int ring_threads = ring_warps * 32;
inline constexpr int ring_slots = 3;
inline constexpr int ring_vectors = 512;
struct RingStorage {
  alignas(128) simt::shared_array<std::uint32_t, ring_warps * ring_slots * ring_vectors * 4> slots;
  simt::shared_array<simt::mbarrier, ring_warps * ring_slots> full;
};

template <int NT>
__global__ void __launch_bounds__(NT) floor_ring(FloorParams params) {
  SIMT_SHARED(RingStorage, sm);
  const int warp = static_cast<int>(threadIdx.x / 32);
  if (threadIdx.x == 0) {
    for (int i = 0; i < ring_warps * ring_slots; ++i) sm.full[i].init(1);
    simt::fence_mbarrier_init();
  }
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  const std::int64_t units = units_of_row(params);
  const std::int64_t total = params.rows * units;
  const std::int64_t step = std::int64_t{gridDim.x} * ring_warps;
  const std::int64_t first = std::int64_t{warp} * gridDim.x + blockIdx.x;
  std::int64_t issued = first;  // the next unit to ask for, and the length of its row
  std::int32_t length = issued < total ? params.lengths[issued / units] : 0;
  const auto issue = [&](int slot) {
    if (issued >= total) return;
    const RowVectors vectors = row_vectors(params, issued / units, length);
    const std::int64_t begin = issued % units * params.unit;
    std::int64_t count = vectors.count - begin;
    if (count > params.unit) count = params.unit;
    simt::mbarrier& full = sm.full[warp * ring_slots + slot];
    const auto bytes = static_cast<std::uint32_t>(count > 0 ? count * 16 : 0);
    full.arrive_expect_tx(bytes);
    if (bytes > 0) {
      simt::bulk_copy(&sm.slots[(warp * ring_slots + slot) * ring_vectors * 4],
                      vectors.first + begin, bytes, full);
    }
    issued += step;
    length = issued < total ? params.lengths[issued / units] : 0;
  };
  for (int slot = 0; slot < ring_slots; ++slot) issue(slot);
  std::uint32_t parity = 0;
  int slot = 0;
  for (std::int64_t unit = first; unit < total; unit += step) {
    sm.full[warp * ring_slots + slot].wait(parity);
    issue(slot);
    if (++slot == ring_slots) {
      slot = 0;
      parity ^= 1;
    }
  }
}

/// Nothing at all: what a launch costs.
inline constexpr int empty_threads = 32;
template <int NT>
__global__ void __launch_bounds__(NT) floor_empty(std::uint32_t* sink) {
  if (sink == nullptr) return;
}

}  // namespace tailproof::gpu_bench
