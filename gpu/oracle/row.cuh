// One row in the hands of one CTA: its slots, and a bit for each selected position.
#pragma once
#include "params.cuh"

namespace tailproof::gpu::oracle {

constexpr std::int32_t row_threads = 512;
constexpr unsigned whole_warp = 0xffffffffu;

/// What a CTA knows of its row, in shared memory.
struct RowStorage {
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> first;
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> count;
  std::int32_t extreme;  // worst selected, or best omitted, order
  std::int32_t distinct;
  std::int32_t better;
  std::int32_t last_index;  // last slot that is no sentinel
  std::int32_t nan;         // position, or whether a selected score is one
  // Of judge_rows:
  RowState state;
  tailproof_row_verdict verdict;
};

/// The same and a bit for each position, for rows of 32 x words at most; 0: those bits lie in the
/// workspace.
template <std::int64_t words>
struct MarkedStorage {
  RowStorage row;
  simt::shared_array<std::uint32_t, words> bitmap;
};
template <>
struct MarkedStorage<0> {
  RowStorage row;
};

/// A row as the whole CTA sees it.
struct Row {
  const float* scores;
  const std::int32_t* slots;
  std::uint32_t* bitmap;
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

/// bitmap: of shared memory; null: in the workspace, one a CTA.
SIMT_INLINE Row row_of(const Params& p, std::uint32_t* bitmap, std::int64_t number) {
  Row row;
  row.scores = p.scores + number * p.pitch;
  row.slots = p.indices + number * p.indices_pitch;
  row.bitmap = bitmap != nullptr ? bitmap : p.bitmaps + blockIdx.x * p.bitmap_words;
  row.length = p.lengths[number];
  row.rank = p.rank;
  return row;
}

/// The bitmap of a CTA in shared memory, clear; null where it lies in the workspace.
template <std::int64_t words>
SIMT_INLINE std::uint32_t* begin_bitmap(const Params& p, MarkedStorage<words>& sm) {
  if constexpr (words == 0) {
    return nullptr;
  } else {
    for (std::int64_t word = threadIdx.x; word < p.bitmap_words; word += row_threads) {
      sm.bitmap[word] = 0;
    }
    return sm.bitmap.data();
  }
}

/// Clears a bit of every position of the row.
SIMT_INLINE void clear_bitmap(const Row& row) {
  const std::int32_t words = (row.length + 31) / 32;
  for (auto word = static_cast<std::int32_t>(threadIdx.x); word < words; word += row_threads) {
    row.bitmap[word] = 0;
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
