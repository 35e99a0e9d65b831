// Ranges of keys that families draw scores from.
#pragma once
#include "random_blocks.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace tailproof::generators {

inline constexpr std::uint32_t key_of_plus_inf = reference::key32_of_bits(0x7f800000u);
inline constexpr std::uint32_t key_of_minus_inf = reference::key32_of_bits(0xff800000u);
inline constexpr std::uint32_t key_of_zero = reference::key32_of_bits(0);
/// The one key pattern that no score has: -0.0 shares +0.0's.
inline constexpr std::uint32_t unused_key = key_of_zero + 1;
inline constexpr std::uint32_t first_finite_key = key_of_plus_inf + 1;
inline constexpr std::uint32_t last_finite_key = key_of_minus_inf - 1;

/// The score of a key that is neither a NaN's nor unused_key. Without a branch, for mixed signs.
[[nodiscard]] constexpr float score_of_key(std::uint32_t key) noexcept {
  return std::bit_cast<float>(key ^ (0x7fffffffu & ((key >> 31) - 1u)));
}
[[nodiscard]] constexpr bool is_score_key(std::uint32_t key) noexcept {
  return key >= key_of_plus_inf && key <= key_of_minus_inf && key != unused_key;
}

/// Keys first to last, both included, all of one sign; smaller keys are larger scores.
struct Band {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return last - first + 1; }
  [[nodiscard]] constexpr float score(std::uint32_t random) const noexcept {
    return score_of_key(first + scale_word(random, size()));
  }
};

/// Exactly one key.
[[nodiscard]] constexpr Band only(std::uint32_t key) noexcept {
  return {key, key};
}
/// Up to reach finite keys directly above (better than) key. Precondition: there is one.
[[nodiscard]] constexpr Band above(std::uint32_t key, std::uint32_t reach) noexcept {
  const std::uint32_t last = key - 1 == unused_key ? key - 2 : key - 1;
  const std::uint32_t room = last - first_finite_key;
  return {last - std::min(reach - 1, room), last};
}
/// Up to reach finite keys directly below (worse than) key. Precondition: there is one.
[[nodiscard]] constexpr Band below(std::uint32_t key, std::uint32_t reach) noexcept {
  const std::uint32_t first = key + 1 == unused_key ? key + 2 : key + 1;
  const std::uint32_t room = last_finite_key - first;
  return {first, first + std::min(reach - 1, room)};
}
/// All keys of a reachable coarse bin.
[[nodiscard]] inline Band keys_of_bin(std::uint32_t bin) noexcept {
  const std::uint32_t last = reference::key32_of_bits(reference::bin_floor_bits(bin));
  if (bin <= reference::first_reachable_bin) return {key_of_plus_inf, last};
  return {reference::key32_of_bits(reference::bin_floor_bits(bin - 1)) + 1, last};
}

/// How far a neighbouring band reaches: a random power of two from 2^10 to 2^28 keys, so that it
/// lies sometimes within one coarse bin and sometimes across many.
[[nodiscard]] constexpr std::uint32_t draw_reach(Draws& draws) noexcept {
  return 1u << draws.between(10, 28);
}
/// A key of ordinary size: 2^-10 <= |score| < 2^10.
[[nodiscard]] constexpr std::uint32_t draw_ordinary_key(Draws& draws) noexcept {
  const std::uint64_t bits = draws.bits();
  const auto exponent = static_cast<std::uint32_t>(draws.between(117, 136));
  return reference::key32_of_bits(static_cast<std::uint32_t>(bits & 0x807fffffu) | exponent << 23);
}

/// Counters below this belong to the positions of a row; choices about the whole row come from
/// Draws over random.child(row_choices).
inline constexpr std::uint64_t row_choices = 0x726f77;

}  // namespace tailproof::generators
