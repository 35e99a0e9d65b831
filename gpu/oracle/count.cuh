// Second kernel: the one pass over the scores, a tile of a row at a time. Counts what is better
// than the worst selected score. A NaN cannot hide: a negative one is below every order, and any
// other shows as one better score too many.
#pragma once
#include "row.cuh"

namespace tailproof::gpu::oracle {

constexpr std::int32_t tile_threads = 256;
constexpr std::int64_t tile_scores = 16384;  // a multiple of 4: tiles are as aligned as their row
constexpr std::int32_t vectors_in_flight = 4;

/// What a thread saw.
struct Seen {
  std::int32_t worst;
  std::uint32_t better;
  std::int32_t least;

  SIMT_INLINE void look_at(float score) {
    const std::int32_t order = raw_order(score);
    better += order > worst ? 1u : 0u;
    least = min(least, order);
  }
  SIMT_INLINE void look_at(const float4& scores) {
    look_at(scores.x);
    look_at(scores.y);
    look_at(scores.z);
    look_at(scores.w);
  }
};

/// scores[0, count) by a CTA of that many threads, in 16-byte loads from the first aligned address
/// on.
template <std::int32_t threads>
SIMT_INLINE void scan(const float* scores, std::int32_t count, Seen& seen) {
  const auto thread = static_cast<std::int32_t>(threadIdx.x);
  const auto past = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(scores) % 16 / 4);
  const std::int32_t head = min(count, (4 - past) % 4);
  if (thread < head) seen.look_at(__ldcs(scores + thread));
  const auto* const vectors = reinterpret_cast<const float4*>(scores + head);
  const std::int32_t last = (count - head) / 4;
  std::int32_t v = thread;
  for (; v + (vectors_in_flight - 1) * threads < last; v += vectors_in_flight * threads) {
    float4 loaded[vectors_in_flight];
    for (std::int32_t b = 0; b < vectors_in_flight; ++b) {
      loaded[b] = __ldcs(vectors + v + b * threads);
    }
    for (std::int32_t b = 0; b < vectors_in_flight; ++b) seen.look_at(loaded[b]);
  }
  for (; v < last; v += threads) seen.look_at(__ldcs(vectors + v));
  for (std::int32_t i = head + last * 4 + thread; i < count; i += threads) {
    seen.look_at(__ldcs(scores + i));
  }
}

/// The same, and what was seen to the row's state.
template <std::int32_t threads>
SIMT_INLINE void count_in(const float* scores, std::int32_t count, std::int32_t worst,
                          RowState& state) {
  Seen seen{worst, 0, 0};
  scan<threads>(scores, count, seen);
  __syncwarp();
  const unsigned better = __reduce_add_sync(whole_warp, seen.better);
  const std::int32_t least = __reduce_min_sync(whole_warp, seen.least);
  if (simt::lane_id() != 0) return;
  if (better != 0) atomicAdd(&state.found, better);
  if (least < least_order) atomicOr(&state.flags, flag_nan);
}

__global__ void __launch_bounds__(tile_threads) count_better(Params p) {
  const std::int64_t all = live_rows(p) * p.tiles;
  for (std::int64_t tile = blockIdx.x; tile < all; tile += gridDim.x) {
    const std::int64_t number = tile / p.tiles;
    const std::int64_t begin = tile % p.tiles * tile_scores;
    const std::int32_t length = p.lengths[number];
    if (bad_length(p, length) || begin >= length) continue;
    const std::int64_t left = length - begin;
    const auto count = static_cast<std::int32_t>(left < tile_scores ? left : tile_scores);
    count_in<tile_threads>(p.scores + number * p.pitch + begin, count, p.states[number].worst,
                           p.states[number]);
  }
}

}  // namespace tailproof::gpu::oracle
