/// A part of the CTA that works on its own: the scanning or the finishing warps.
#pragma once
#include "tailproof/kernels/locate.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels::running {

/// `threads_` threads that meet at named barrier `barrier` and find ranks in 2^bin_bits_ bins;
/// `thread` is this one's number.
template <std::uint32_t threads_, std::uint32_t barrier, std::uint32_t bin_bits_>
struct Group {
  static constexpr std::uint32_t bin_bits = bin_bits_;
  static constexpr std::uint32_t bins = 1u << bin_bits_;
  static constexpr std::uint32_t threads = threads_;
  static constexpr std::uint32_t warps = threads_ / 32;
  std::uint32_t thread;

  /// Meets the group. Warps come and leave whole: the barrier alone leaves apart the lanes that a
  /// branch has parted, and votes of parted lanes take many times as long.
  SIMT_INLINE void sync() const {
    __syncwarp();
    simt::barrier_sync(barrier, threads_);
    __syncwarp();
  }
  [[nodiscard]] SIMT_INLINE std::uint32_t warp() const { return thread / 32; }
  [[nodiscard]] SIMT_INLINE bool leads() const { return thread == 0; }
};

/// Values that a thread has in hand at once: all are read before any is counted or written, because
/// a load behind an atomic or a store to shared memory would wait for it.
inline constexpr std::uint32_t unrolled = 4;

/// Waits for a phase, and leaves as a whole warp.
SIMT_INLINE void wait_whole(simt::mbarrier& barrier, std::uint32_t parity) {
  barrier.wait(parity);
  __syncwarp();
}

/// Bits needed to tell values up to `greatest` apart.
SIMT_INLINE std::uint32_t bits_of(std::uint32_t greatest) {
  return 32u - static_cast<std::uint32_t>(__clz(static_cast<int>(greatest)));
}

/// Shift that maps values in [0, greatest] to 2^bin_bits bins.
SIMT_INLINE std::uint32_t shift_for(std::uint32_t greatest, std::uint32_t bin_bits) {
  const std::uint32_t bits = bits_of(greatest);
  return bits > bin_bits ? bits - bin_bits : 0;
}

/// Where a rank falls in a histogram, and how many fall there with it.
struct Fall {
  std::uint32_t bin;     ///< min{b : H(b) >= rank}; one beyond the last where the sum is less
  std::uint32_t before;  ///< H(bin - 1)
  std::uint32_t held;    ///< H(bin) - H(bin - 1)
};

/// What a group needs to find ranks.
template <std::uint32_t bins>
struct Scratch {
  alignas(16) simt::shared_array<std::uint32_t, bins> histogram;  ///< zero between uses
  std::uint32_t sums[32];
  std::uint32_t worst[32];
  Fall fall[2];
};

/// Finds ranks (>= 1) in the histogram and clears it. Called by the whole group after a barrier of
/// its own, with the falls' bins preset; ends with one.
template <class GroupType, std::uint32_t ranks>
SIMT_INLINE void find_rank(const GroupType& group, Scratch<GroupType::bins>& scratch,
                           const std::uint32_t (&rank)[ranks]) {
  constexpr std::uint32_t each = GroupType::bins / GroupType::threads;
  static_assert(each >= 1 && GroupType::bins % GroupType::threads == 0);
  std::uint32_t* histogram = scratch.histogram;
  std::uint32_t counts[each];
  std::uint32_t own = 0;
  if constexpr (each % 4 == 0) {
    SIMT_UNROLL
    for (std::uint32_t i = 0; i < each; i += 4) {
      uint4& four = reinterpret_cast<uint4*>(histogram)[(group.thread * each + i) / 4];
      counts[i] = four.x;
      counts[i + 1] = four.y;
      counts[i + 2] = four.z;
      counts[i + 3] = four.w;
      four = uint4{0, 0, 0, 0};
    }
  } else {
    SIMT_UNROLL
    for (std::uint32_t i = 0; i < each; ++i) {
      counts[i] = histogram[group.thread * each + i];
      histogram[group.thread * each + i] = 0;
    }
  }
  SIMT_UNROLL
  for (std::uint32_t i = 0; i < each; ++i) own += counts[i];
  const std::uint32_t lane = simt::lane_id();
  const std::uint32_t through = warp_inclusive_sum(own);
  if (lane == 31) scratch.sums[group.warp()] = through;
  group.sync();
  const std::uint32_t earlier = lane < group.warp() ? scratch.sums[lane] : 0;
  const std::uint32_t before = __reduce_add_sync(full_warp, earlier) + through - own;
  SIMT_UNROLL
  for (std::uint32_t r = 0; r < ranks; ++r) {
    if (rank[r] <= before || rank[r] > before + own) continue;
    std::uint32_t earlier_bins = before;
    SIMT_UNROLL
    for (std::uint32_t i = 0; i < each; ++i) {
      if (earlier_bins < rank[r] && earlier_bins + counts[i] >= rank[r]) {
        scratch.fall[r] = {group.thread * each + i, earlier_bins, counts[i]};
      }
      earlier_bins += counts[i];
    }
  }
  group.sync();
}

}  // namespace tailproof::kernels::running
