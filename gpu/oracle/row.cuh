// One row in the hands of one CTA: its slots, and a bit for each selected position of a tile.
#pragma once
#include "params.cuh"

namespace tailproof::gpu::oracle {

/// Shared memory of the one large kernel.
struct Storage {
  simt::shared_array<std::uint32_t, bitmap_words> bitmap;
  RowState tile;   // of the tile at work
  RowState state;  // of the row, once all its tiles are done
  std::int32_t is_last;
  // Of rows that are not right:
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> first;
  simt::shared_array<std::int32_t, TAILPROOF_KINDS> count;
  std::int32_t extreme;  // worst selected, then best omitted, order
  std::int32_t distinct;
  std::int32_t last_index;  // last slot that is no sentinel
  std::int32_t nan;         // position
};

struct Row {
  const float* scores;
  const std::int32_t* slots;
  std::int32_t length;
  std::int32_t rank;

  SIMT_INLINE bool valid(std::int32_t index) const { return index >= 0 && index < length; }
};

SIMT_INLINE Row row_of(const Params& p, std::int64_t number) {
  return {p.scores + number * p.pitch, p.indices + number * p.indices_pitch, p.lengths[number],
          p.rank};
}

/// A bit for each of the positions [begin, begin + count) of a row.
struct Bitmap {
  std::uint32_t* words;
  std::int32_t begin;
  std::int32_t count;
  std::int32_t past = 0;  // bits before the first one

  SIMT_INLINE bool holds(std::int32_t index) const {
    // Unsigned: any index may be asked about, the least one too.
    return static_cast<std::uint32_t>(index) - static_cast<std::uint32_t>(begin) <
           static_cast<std::uint32_t>(count);
  }
  /// Sets a bit; true if it was clear.
  SIMT_INLINE bool mark(std::int32_t index) const {
    const std::int32_t bit = index - begin + past;
    const std::uint32_t mask = 1u << (bit & 31);
    return (atomicOr(words + (bit >> 5), mask) & mask) == 0;
  }
  SIMT_INLINE bool marked(std::int32_t index) const {
    const std::int32_t bit = index - begin + past;
    return ((words[bit >> 5] >> (bit & 31)) & 1u) != 0;
  }
  /// By the whole CTA.
  SIMT_INLINE void clear() const {
    const std::int32_t used = (count + past + 31) / 32;
    for (auto word = static_cast<std::int32_t>(threadIdx.x); word < used; word += threads) {
      words[word] = 0;
    }
  }
};

/// Adds a warp's sum to a shared counter.
SIMT_INLINE void add_to(std::int32_t* counter, std::int32_t mine) {
  const std::int32_t sum = __reduce_add_sync(whole_warp, mine);
  if (simt::lane_id() == 0 && sum != 0) atomicAdd(counter, sum);
}
SIMT_INLINE void lower_to(std::int32_t* least, std::int32_t mine) {
  const std::int32_t warps = __reduce_min_sync(whole_warp, mine);
  if (simt::lane_id() == 0 && warps != no_position) atomicMin(least, warps);
}
SIMT_INLINE void raise_to(std::int32_t* greatest, std::int32_t mine, std::int32_t nothing) {
  const std::int32_t warps = __reduce_max_sync(whole_warp, mine);
  if (simt::lane_id() == 0 && warps != nothing) atomicMax(greatest, warps);
}

}  // namespace tailproof::gpu::oracle
