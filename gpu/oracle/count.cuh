// Second kernel: the one pass over the scores, a tile of a row at a time. Counts what is better
// than the worst selected score. A NaN cannot hide: a negative one is below every order, and any
// other shows as one better score too many.
#pragma once
#include "row.cuh"

namespace tailproof::gpu::oracle {

constexpr std::int32_t tile_threads = 256;
constexpr std::int32_t vectors_in_flight = 4;
// Multiples of 4: tiles are as aligned as their row. A small tile is one load of each thread.
constexpr std::int32_t small_tile = tile_threads * vectors_in_flight * 4;
constexpr std::int32_t large_tile = 4 * small_tile;

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
/// on. The first ones are under way once it is constructed.
template <std::int32_t threads>
class Pass {
 public:
  SIMT_INLINE Pass(const float* scores, std::int32_t count) : scores_(scores), count_(count) {
    const auto past = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(scores) % 16 / 4);
    head_ = min(count, (4 - past) % 4);
    vectors_ = reinterpret_cast<const float4*>(scores + head_);
    last_ = (count - head_) / 4;
    v_ = static_cast<std::int32_t>(threadIdx.x);
    if (is_whole()) load();
  }

  SIMT_INLINE void look(Seen& seen) {
    const auto thread = static_cast<std::int32_t>(threadIdx.x);
    if (thread < head_) seen.look_at(__ldcs(scores_ + thread));
    while (is_whole()) {
      for (std::int32_t b = 0; b < vectors_in_flight; ++b) seen.look_at(loaded_[b]);
      v_ += vectors_in_flight * threads;
      if (is_whole()) load();
    }
    for (; v_ < last_; v_ += threads) seen.look_at(__ldcs(vectors_ + v_));
    for (std::int32_t i = head_ + last_ * 4 + thread; i < count_; i += threads) {
      seen.look_at(__ldcs(scores_ + i));
    }
  }

 private:
  SIMT_INLINE bool is_whole() const { return v_ + (vectors_in_flight - 1) * threads < last_; }
  SIMT_INLINE void load() {
    for (std::int32_t b = 0; b < vectors_in_flight; ++b) {
      loaded_[b] = __ldcs(vectors_ + v_ + b * threads);
    }
  }

  const float* scores_;
  const float4* vectors_;
  float4 loaded_[vectors_in_flight]{};
  std::int32_t count_, head_, last_, v_;
};

/// What a warp's threads saw, to the row's state.
SIMT_INLINE void add_seen(const Seen& seen, RowState& state) {
  __syncwarp();
  const unsigned better = __reduce_add_sync(whole_warp, seen.better);
  const std::int32_t least = __reduce_min_sync(whole_warp, seen.least);
  if (simt::lane_id() != 0) return;
  if (better != 0) atomicAdd(&state.found, better);
  if (least < least_order) atomicOr(&state.flags, flag_nan);
}

/// One tile of one row; of no scores where the row has none there.
struct Tile {
  std::int64_t row = 0;
  const float* scores = nullptr;
  std::int32_t count = 0;
};
SIMT_INLINE Tile tile_of(const Params& p, std::int64_t tile) {
  Tile found;
  found.row = tile / p.tiles;
  const std::int64_t begin = tile % p.tiles * p.tile_scores;
  const std::int32_t length = p.lengths[found.row];
  if (bad_length(p, length) || begin >= length) return found;
  const std::int64_t left = length - begin;
  found.scores = p.scores + found.row * p.pitch + begin;
  found.count = left < p.tile_scores ? static_cast<std::int32_t>(left) : p.tile_scores;
  return found;
}

/// What the first kernel finds is needed only once the first loads have arrived.
__global__ void __launch_bounds__(tile_threads) count_better(Params p) {
  simt::grid_dependency_launch();
  const std::int64_t all = live_rows(p) * p.tiles;
  if (blockIdx.x >= all) simt::grid_dependency_wait();
  for (std::int64_t number = blockIdx.x; number < all; number += gridDim.x) {
    const Tile tile = tile_of(p, number);
    Pass<tile_threads> pass(tile.scores, tile.count);
    if (number == blockIdx.x) simt::grid_dependency_wait();
    if (tile.count == 0) continue;
    RowState& state = p.states[tile.row];
    Seen seen{state.worst, 0, 0};
    pass.look(seen);
    add_seen(seen, state);
  }
}

}  // namespace tailproof::gpu::oracle
