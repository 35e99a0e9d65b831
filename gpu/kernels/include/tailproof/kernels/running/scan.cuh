/// Phase 2: one pass over the row. Every scanning warp streams its own chunks through a ring of
/// bulk copies and appends what the cutoff admits. Source: docs/running.md, "Scan".
#pragma once
#include "tailproof/kernels/running/rows.cuh"
#include "tailproof/kernels/running/storage.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// The part of a row that bulk copies can bring: 16-byte aligned, rounded up to 16 bytes where the
/// allocation allows. What is before (at most 3 scores) and behind it (as many) is loaded plainly.
struct Body {
  std::uint32_t first;
  std::uint32_t scores;  ///< a multiple of 4
};

SIMT_INLINE Body body_of(const Row& row, std::uint32_t width) {
  const auto address = reinterpret_cast<std::uintptr_t>(row.scores);
  const std::uint32_t first = static_cast<std::uint32_t>(-(address / 4) & 3u);
  if (row.length <= first) return {row.length, 0};
  const std::uint32_t wanted = (row.length - first + 3) & ~3u;
  return {first, min(wanted, (width - first) & ~3u)};
}

/// One warp's ring: keeps `slots` copies in flight, ahead of the scan, into the CTA's next rows
/// too.
template <class Policy>
class Ring {
 public:
  SIMT_INLINE Ring(Storage<Policy>& storage, const CtaRows<Policy>& rows, std::uint32_t width,
                   std::uint32_t warp)
      : storage_(storage), rows_(rows), width_(width), warp_(warp) {
    enter();
    for (std::uint32_t slot = 0; slot < Policy::slots; ++slot) refill(slot);
  }

  /// The next chunk in order, once it has arrived.
  SIMT_INLINE const float* wait() {
    wait_whole(storage_.arrived[warp_][slot_], parity_);
    return storage_.ring[warp_][slot_];
  }
  /// Hands the slot back, after the whole warp has read it, and starts the next copy into it.
  SIMT_INLINE void release() {
    __syncwarp();
    refill(slot_);
    if (++slot_ == Policy::slots) {
      slot_ = 0;
      parity_ ^= 1u;
    }
  }

 private:
  /// Goes on to the next row that is scanned and has chunks for this warp.
  SIMT_INLINE void enter() {
    for (; ordinal_ < rows_.count(); ++ordinal_) {
      if (!rows_.is_scanned(ordinal_)) continue;
      const Row row = rows_[ordinal_];
      const Body body = body_of(row, width_);
      left_ = body.scores;
      next_ = warp_ * Policy::chunk;
      from_ = row.scores + body.first;
      if (next_ < left_) return;
    }
  }
  SIMT_INLINE void refill(std::uint32_t slot) {
    if (ordinal_ >= rows_.count()) return;
    const std::uint32_t bytes = min(left_ - next_, Policy::chunk) * 4;
    if (simt::lane_id() == 0) {
      simt::mbarrier& barrier = storage_.arrived[warp_][slot];
      barrier.arrive_expect_tx(bytes);
      simt::bulk_copy(storage_.ring[warp_][slot], from_ + next_, bytes, barrier, simt::ReadOnce{});
    }
    next_ += Policy::scan_warps * Policy::chunk;
    if (next_ >= left_) {
      ++ordinal_;
      enter();
    }
  }

  Storage<Policy>& storage_;
  const CtaRows<Policy>& rows_;
  const float* from_ = nullptr;  // of the row whose chunks are being copied
  std::uint32_t left_ = 0;       // its body
  std::uint32_t next_ = 0;
  std::uint32_t ordinal_ = 0;
  std::uint32_t width_;
  std::uint32_t warp_;
  std::uint32_t slot_ = 0;
  std::uint32_t parity_ = 0;
};

/// Where the scanning warps append a row's pairs.
template <class Policy>
struct Sink {
  Storage<Policy>& storage;
  Pairs<Policy> pairs;
  std::uint32_t* count;
  std::uint32_t* blocked;
  simt::mbarrier* earlier_drained;  ///< of the row before; null when there is none
  std::uint32_t earlier_parity;
  std::uint32_t earlier;  ///< its pairs, at the pool's other end; 0 once drained
  Bound bound;
  float cutoff;  ///< the smallest score that bound admits

  SIMT_INLINE void set_bound(const Bound& narrower) {
    bound = narrower;
    cutoff = score_of_key(narrower.cutoff);
  }
  /// First slot for `total` pairs of this warp. False: there is no room, and room is to be made.
  SIMT_INLINE bool reserve(std::uint32_t total, std::uint32_t& first) {
    const std::uint32_t lane = simt::lane_id();
    first = 0;
    if (lane == 0) first = atomicAdd(count, total);
    __syncwarp();  // a shuffle of lanes that are still apart takes many times as long
    first = __shfl_sync(full_warp, first, 0);
    if (first + total <= Policy::pool - earlier) [[likely]]
      return true;
    if (earlier != 0) wait_whole(*earlier_drained, earlier_parity);
    earlier = 0;
    if (first + total <= Policy::pool) return true;
    // Slots that are counted but not filled hold what no bound admits.
    for (std::uint32_t i = first + lane; i < Policy::pool; i += 32) pairs[i] = {~0u, ~0u};
    if (lane == 0) atomicExch(blocked, 1u);
    return false;
  }
};

/// Pairs before this lane's, and of the whole warp, when each lane has `own` (at most 63).
SIMT_INLINE std::uint32_t count_before(std::uint32_t own, std::uint32_t& total) {
  const unsigned below = simt::lanemask_lt();
  std::uint32_t before = 0;
  total = 0;
  SIMT_UNROLL
  for (std::uint32_t bit = 0; bit < 3; ++bit) {
    const unsigned ballot = __ballot_sync(full_warp, static_cast<int>(own >> bit & 1u));
    before += static_cast<std::uint32_t>(__popc(ballot & below)) << bit;
    total += static_cast<std::uint32_t>(__popc(ballot)) << bit;
  }
  if (__any_sync(full_warp, own > 7)) {
    SIMT_UNROLL
    for (std::uint32_t bit = 3; bit < 6; ++bit) {
      const unsigned ballot = __ballot_sync(full_warp, static_cast<int>(own >> bit & 1u));
      before += static_cast<std::uint32_t>(__popc(ballot & below)) << bit;
      total += static_cast<std::uint32_t>(__popc(ballot)) << bit;
    }
  }
  return before;
}

/// Admits from one chunk in shared memory; `scores` of it are valid, its first is row position
/// `position`. False: there was no room, and nothing was admitted. By one warp.
template <class Policy>
SIMT_INLINE bool admit_chunk(const float* chunk, std::uint32_t scores, std::uint32_t position,
                             Sink<Policy>& sink) {
  constexpr std::uint32_t vectors = Policy::chunk / 128;
  const std::uint32_t lane = simt::lane_id();
  const float cutoff = sink.cutoff;
  std::uint32_t admitted = 0;  // bit 4 j + i: score i of the lane's vector j
  if (scores == Policy::chunk) [[likely]] {
    SIMT_UNROLL
    for (std::uint32_t j = 0; j < vectors; ++j) {
      const float4 v = reinterpret_cast<const float4*>(chunk)[j * 32 + lane];
      if (v.x >= cutoff) admitted |= 1u << (4 * j);
      if (v.y >= cutoff) admitted |= 2u << (4 * j);
      if (v.z >= cutoff) admitted |= 4u << (4 * j);
      if (v.w >= cutoff) admitted |= 8u << (4 * j);
    }
  } else {
    // Nothing has been copied behind the last valid score's vector.
    SIMT_UNROLL_BY(1)
    for (std::uint32_t j = 0; j * 128 + lane * 4 < scores; ++j) {
      const std::uint32_t left = scores - j * 128 - lane * 4;
      const float4 v = reinterpret_cast<const float4*>(chunk)[j * 32 + lane];
      if (v.x >= cutoff) admitted |= 1u << (4 * j);
      if ((v.y >= cutoff) & (left > 1)) admitted |= 2u << (4 * j);
      if ((v.z >= cutoff) & (left > 2)) admitted |= 4u << (4 * j);
      if ((v.w >= cutoff) & (left > 3)) admitted |= 8u << (4 * j);
    }
    __syncwarp();
  }
  const float* own = chunk + lane * 4;
  if (sink.bound.end < position + scores) [[unlikely]] {
    // Ties of the cutoff that lie further behind than those that are kept.
    for (std::uint32_t left = admitted; left != 0; left &= left - 1) {
      const auto b = static_cast<std::uint32_t>(__ffs(static_cast<int>(left))) - 1;
      const std::uint32_t offset = b / 4 * 128 + b % 4;
      if (!sink.bound.admits(key32(own[offset]), position + lane * 4 + offset)) {
        admitted &= ~(1u << b);
      }
    }
  }
  if (!__any_sync(full_warp, static_cast<int>(admitted != 0))) return true;
  std::uint32_t total;
  const std::uint32_t before = count_before(static_cast<std::uint32_t>(__popc(admitted)), total);
  std::uint32_t slot;
  if (!sink.reserve(total, slot)) return false;
  slot += before;
  while (admitted != 0) {
    const auto b = static_cast<std::uint32_t>(__ffs(static_cast<int>(admitted))) - 1;
    admitted &= admitted - 1;
    const std::uint32_t offset = b / 4 * 128 + b % 4;
    sink.pairs[slot++] = {__float_as_uint(own[offset]), position + lane * 4 + offset};
  }
  return true;
}

/// Admits the few scores of a row that are not in its body; by one warp. False as admit_chunk.
template <class Policy>
SIMT_INLINE bool admit_rest(const Row& row, const Body& body, Sink<Policy>& sink) {
  const std::uint32_t end = min(body.first + body.scores, row.length);
  const std::uint32_t lane = simt::lane_id();
  const std::uint32_t position = lane < body.first ? lane : end + lane - body.first;
  bool admitted = position < row.length;
  float score = 0;
  if (admitted) {
    score = row.scores[position];
    admitted = score >= sink.cutoff && sink.bound.admits(key32(score), position);
  }
  const unsigned ballot = __ballot_sync(full_warp, static_cast<int>(admitted));
  if (ballot == 0) return true;
  std::uint32_t slot;
  if (!sink.reserve(static_cast<std::uint32_t>(__popc(ballot)), slot)) return false;
  slot += static_cast<std::uint32_t>(__popc(ballot & simt::lanemask_lt()));
  if (admitted) sink.pairs[slot] = {__float_as_uint(score), position};
  return true;
}

}  // namespace tailproof::kernels::running
