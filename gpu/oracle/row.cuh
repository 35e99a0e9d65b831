// One row in the hands of one CTA: its slots, and a bit for each selected position.
#pragma once
#include "params.cuh"

namespace tailproof::gpu::oracle {

constexpr std::int32_t row_threads = 512;
constexpr unsigned whole_warp = 0xffffffffu;

/// Shared memory of the kernels that take a row each.
struct RowStorage {
  simt::shared_array<std::uint32_t, widest_in_shared / 32> bitmap;
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> first;
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> count;
  std::int32_t extreme;  // worst selected, or best omitted, order
  std::int32_t distinct;
  std::int32_t better;
  std::int32_t last_index;  // last slot that is no sentinel
  std::int32_t nan;         // position, or whether a selected score is one
  RowState state;           // of judge_rows
};

/// A row as the whole CTA sees it.
struct Row {
  const float* scores;
  const std::int32_t* slots;
  std::uint32_t* bitmap;  // clear between rows
  std::int32_t length;
  std::int32_t rank;

  SIMT_INLINE bool valid(std::int32_t index) const { return index >= 0 && index < length; }
  SIMT_INLINE std::uint32_t bit(std::int32_t index) const { return 1u << (index & 31); }
  /// Sets a bit; true if it was clear.
  SIMT_INLINE bool mark(std::int32_t index) const {
    return (atomicOr(bitmap + (index >> 5), bit(index)) & bit(index)) == 0;
  }
  /// Clears a bit; true if it was set.
  SIMT_INLINE bool unmark(std::int32_t index) const {
    return (atomicAnd(bitmap + (index >> 5), ~bit(index)) & bit(index)) != 0;
  }
  SIMT_INLINE bool marked(std::int32_t index) const {
    return (bitmap[index >> 5] & bit(index)) != 0;
  }
};

SIMT_INLINE Row row_of(const Params& p, RowStorage& sm, std::int64_t number) {
  Row row;
  row.scores = p.scores + number * p.pitch;
  row.slots = p.indices + number * p.indices_pitch;
  row.bitmap = p.bitmaps == nullptr ? sm.bitmap.data() : p.bitmaps + blockIdx.x * p.bitmap_words;
  row.length = p.lengths[number];
  row.rank = p.rank;
  return row;
}

/// Shared bitmaps start clear; those in the workspace are cleared before the launch.
SIMT_INLINE void clear_bitmap(const Params& p, RowStorage& sm) {
  if (p.bitmaps != nullptr) return;
  for (std::int64_t word = threadIdx.x; word < p.bitmap_words; word += row_threads) {
    sm.bitmap[word] = 0;
  }
}

/// Adds a warp's sum to a shared counter.
SIMT_INLINE void add_to(std::int32_t* counter, std::int32_t mine) {
  const std::int32_t sum = __reduce_add_sync(whole_warp, mine);
  if (simt::lane_id() == 0 && sum != 0) atomicAdd(counter, sum);
}
SIMT_INLINE void lower_to(std::int32_t* least, std::int32_t mine) {
  const std::int32_t warps = __reduce_min_sync(whole_warp, mine);
  if (simt::lane_id() == 0 && warps != no_position) atomicMin(least, warps);
}

}  // namespace tailproof::gpu::oracle
