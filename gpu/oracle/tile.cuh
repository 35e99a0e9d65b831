// Whether a tile of a row is right as far as it goes: one pass over its scores, with a bit for each
// selected position. An answer is right if it selects min(K, L) positions and none that it does not
// select beats one that it does; nothing has to be looked up out of order for that.
#pragma once
#include "row.cuh"

namespace tailproof::gpu::oracle {

constexpr std::int32_t in_flight = 4;  // loads of a thread
constexpr std::int32_t slots_in_flight = 8;

/// What a thread saw of a tile.
struct Seen {
  std::int32_t worst = no_position;
  std::int32_t best = no_order;
  std::int32_t least = no_position;  // of all orders: those of negative NaN are below every score's
  bool has_nan = false;              // a positive one, selected

  SIMT_INLINE void pass_over(float score) {
    const std::int32_t order = raw_order(score);
    least = min(least, order);
    best = max(best, order);
  }
  SIMT_INLINE void look_at(float score, bool is_selected) {
    if (!is_selected) return pass_over(score);
    const std::int32_t order = raw_order(score);
    least = min(least, order);
    worst = min(worst, order);
    has_nan = has_nan || order > infinity_order;
  }
  SIMT_INLINE void look_at(const float4& scores, std::uint32_t selected) {
    if (selected == 0) {
      pass_over(scores.x);
      pass_over(scores.y);
      pass_over(scores.z);
      pass_over(scores.w);
      return;
    }
    look_at(scores.x, (selected & 1u) != 0);
    look_at(scores.y, (selected & 2u) != 0);
    look_at(scores.z, (selected & 4u) != 0);
    look_at(scores.w, (selected & 8u) != 0);
  }
  SIMT_INLINE bool any_nan() const {
    return has_nan || least < least_order || best > infinity_order;
  }
};

/// The scores of a tile, in 16-byte loads from the first aligned address on. The first ones are
/// under way once it is constructed.
class Pass {
 public:
  SIMT_INLINE Pass(const float* scores, std::int32_t count) : scores_(scores), count_(count) {
    past_ = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(scores) % 16 / 4);
    head_ = min(count, (4 - past_) % 4);
    vectors_ = reinterpret_cast<const float4*>(scores + head_);
    last_ = (count - head_) / 4;
    v_ = static_cast<std::int32_t>(threadIdx.x);
    if (is_whole()) load();
  }

  /// Elements by which the tile begins after an aligned address.
  SIMT_INLINE std::int32_t past() const { return past_; }

  /// bitmap: with past() bits before the tile's first.
  SIMT_INLINE void look(const std::uint32_t* bitmap, Seen& seen) {
    const auto thread = static_cast<std::int32_t>(threadIdx.x);
    if (thread < head_) look_at(bitmap, thread, seen);
    while (is_whole()) {
      for (std::int32_t b = 0; b < in_flight; ++b) {
        seen.look_at(loaded_[b], nibble(bitmap, v_ + b * threads));
      }
      v_ += in_flight * threads;
      if (is_whole()) load();
    }
    for (; v_ < last_; v_ += threads) seen.look_at(__ldcs(vectors_ + v_), nibble(bitmap, v_));
    for (std::int32_t i = head_ + last_ * 4 + thread; i < count_; i += threads) {
      look_at(bitmap, i, seen);
    }
  }

 private:
  SIMT_INLINE bool is_whole() const { return v_ + (in_flight - 1) * threads < last_; }
  SIMT_INLINE void load() {
    for (std::int32_t b = 0; b < in_flight; ++b) loaded_[b] = __ldcs(vectors_ + v_ + b * threads);
  }
  SIMT_INLINE std::uint32_t nibble(const std::uint32_t* bitmap, std::int32_t vector) const {
    const std::int32_t bit = head_ + past_ + vector * 4;
    return (bitmap[bit >> 5] >> (bit & 31)) & 15u;
  }
  SIMT_INLINE void look_at(const std::uint32_t* bitmap, std::int32_t i, Seen& seen) const {
    const std::int32_t bit = i + past_;
    seen.look_at(__ldcs(scores_ + i), ((bitmap[bit >> 5] >> (bit & 31)) & 1u) != 0);
  }

  const float* scores_;
  const float4* vectors_;
  float4 loaded_[in_flight]{};
  std::int32_t count_, past_, head_, last_, v_;
};

/// Marks the positions that the first min(K, L) slots hold in the tile; how many of them are new.
SIMT_INLINE std::int32_t mark_tile(const Row& row, const Bitmap& bitmap) {
  const std::int32_t due = min(row.rank, row.length);
  std::int32_t distinct = 0;
  for (auto first = static_cast<std::int32_t>(threadIdx.x); first < due;
       first += slots_in_flight * threads) {
    std::int32_t index[slots_in_flight];
    for (std::int32_t b = 0; b < slots_in_flight; ++b) {
      const std::int32_t slot = first + b * threads;
      index[b] = slot < due ? __ldg(row.slots + slot) : -1;
    }
    for (std::int32_t b = 0; b < slots_in_flight; ++b) {
      if (bitmap.holds(index[b]) && bitmap.mark(index[b])) ++distinct;
    }
  }
  return distinct;
}

/// Whether a slot beyond min(K, L) holds something else than -1.
SIMT_INLINE bool bad_tail(const Row& row) {
  bool bad = false;
  for (std::int32_t slot = row.length + static_cast<std::int32_t>(threadIdx.x); slot < row.rank;
       slot += threads) {
    bad = bad || row.slots[slot] != -1;
  }
  return bad;
}

/// The tile to sm.tile, by the whole CTA.
SIMT_INLINE void look_at_tile(const Row& row, std::int32_t begin, std::int32_t count, Storage& sm) {
  Pass pass(row.scores + begin, count);
  const Bitmap bitmap{sm.bitmap.data(), begin, count, pass.past()};
  bitmap.clear();
  if (threadIdx.x == 0) sm.tile = {no_position, no_order, 0, 0, 0, {}};
  __syncthreads();
  const std::int32_t mine = mark_tile(row, bitmap);
  std::uint32_t flags = begin == 0 && bad_tail(row) ? flag_tail : 0;
  __syncthreads();
  Seen seen;
  pass.look(bitmap.words, seen);
  if (seen.any_nan()) flags |= flag_nan;
  __syncwarp();
  const unsigned distinct = __reduce_add_sync(whole_warp, static_cast<unsigned>(mine));
  flags = __reduce_or_sync(whole_warp, flags);
  lower_to(&sm.tile.worst, seen.worst);
  raise_to(&sm.tile.best, seen.best, no_order);
  if (simt::lane_id() == 0) {
    if (distinct != 0) atomicAdd(&sm.tile.distinct, distinct);
    if (flags != 0) atomicOr(&sm.tile.flags, flags);
  }
  __syncthreads();
}

/// Whether a row of which all tiles are done is right.
SIMT_INLINE bool is_right(const Row& row, const RowState& state) {
  const bool is_beaten = row.length > row.rank && canonical(state.best) > canonical(state.worst);
  const auto due = static_cast<std::uint32_t>(min(row.rank, row.length));
  return state.flags == 0 && state.distinct == due && !is_beaten;
}

}  // namespace tailproof::gpu::oracle
