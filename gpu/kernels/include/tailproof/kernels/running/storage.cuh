/// Shared memory of the running selector's CTA.
#pragma once
#include "tailproof/kernels/keys.cuh"
#include "tailproof/kernels/running/group.cuh"
#include "tailproof/kernels/running/policy.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels::running {

/// An admitted score, kept beside its position so that nothing is gathered again.
struct Pair {
  std::uint32_t bits;  ///< of the score; after a row is redone, its key
  std::uint32_t position;
};

/// What the sample says of a row. Keys are key32: less is better.
struct Guess {
  std::uint32_t best;      ///< of the sample
  std::uint32_t cutoff;    ///< the worst admitted key
  std::uint32_t tied;      ///< where `by_ties`: the key just beyond the cutoff
  std::uint32_t fallback;  ///< the worst admitted key should the cutoff admit less than K
  bool by_ties;            ///< a heavy tie is cut: fill up with the first of its scores
};

/// What is admitted: keys less than `cutoff`, and equal ones before position `end`.
struct Bound {
  std::uint32_t cutoff;
  std::uint32_t end;
  [[nodiscard]] SIMT_INLINE bool admits(std::uint32_t key, std::uint32_t position) const {
    return (key < cutoff) | ((key == cutoff) & (position < end));  // without branches
  }
};

/// What passes between the scanning and the finishing warps of a CTA. Two rows are in flight: row
/// i of the CTA uses side i % 2, its count i % 4, so that nothing is reset while it may be read.
template <class Policy>
struct Storage {
  static_assert(policy_is_sound<Policy>());
  alignas(128) float ring[Policy::scan_warps][Policy::slots][Policy::chunk];
  alignas(16) float sample[Policy::batch * sector_scores];
  Pair pool[Policy::pool];  ///< even rows fill it from the front, odd rows from the back
  Pair list[Policy::list];
  alignas(16) std::uint32_t output[Policy::greatest_rank];  ///< positions, to be written as a whole
  simt::mbarrier arrived[Policy::scan_warps][Policy::slots];
  simt::mbarrier guessed[2];  ///< guess[side] is there
  simt::mbarrier scanned[2];  ///< every scanning warp is through the row
  simt::mbarrier drained[2];  ///< the row's pairs are no longer needed
  Guess guess[2];
  std::uint32_t counts[4];   ///< scores admitted
  std::uint32_t crowded[4];  ///< more were admitted than the pool holds
  std::uint32_t blocked[2];  ///< a scanning warp has no room
  Bound bound;               ///< of the row that is scanned, once it was crowded
  Scratch<1u << Policy::bin_bits> finish_scratch;
  Scratch<1u << Policy::scan_bin_bits> scan_scratch;
  std::uint32_t output_counts;  ///< positions put out, and 2^16 times pairs in the list
  std::uint32_t redo_count;
  std::uint32_t redo[rows_per_cta];  ///< rows of this CTA, by ordinal
  std::uint32_t redo_from[rows_per_cta];
  std::uint32_t lengths[rows_per_cta];  ///< of this CTA's rows, clamped to [0, N]
};

/// The finishing warps' scratch; the scanning warps have it too once those are idle.
template <class Policy, class GroupType>
SIMT_INLINE auto& scratch_of(Storage<Policy>& storage, const GroupType&) {
  if constexpr (GroupType::bin_bits == Policy::bin_bits) {
    return storage.finish_scratch;
  } else {
    return storage.scan_scratch;
  }
}

/// The pairs of one row: from one end of the pool.
template <class Policy>
struct Pairs {
  Pair* pool;
  bool from_back;
  SIMT_INLINE Pair& operator[](std::uint32_t i) const {
    return pool[from_back ? Policy::pool - 1 - i : i];
  }
};

inline constexpr std::uint32_t key_of_minus_inf = 0xff800000u;
inline constexpr std::uint32_t key_of_nothing = 0xffffffffu;  ///< NaN's, too, is at most this

SIMT_INLINE std::uint32_t key_of(const Pair& pair) {
  return key32(__uint_as_float(pair.bits));
}

/// The smallest score whose key is at most `key`, so that scores are compared as floats.
SIMT_INLINE float score_of_key(std::uint32_t key) {
  return __uint_as_float((key & 0x80000000u) != 0 ? key : 0x7fffffffu ^ key);
}

}  // namespace tailproof::kernels::running
