// The families' workhorse: exact numbers of scores from given key ranges, dealt to positions at
// random.
#pragma once
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
  [[nodiscard]] constexpr std::uint64_t size() const noexcept {
    return std::uint64_t{last} - first + 1;
  }
  [[nodiscard]] constexpr float score(std::uint32_t random) const noexcept {
    return score_of_key(first + static_cast<std::uint32_t>(scale(random, size())));
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

/// Count scores from a band.
struct Share {
  Band band;
  std::int64_t count = 0;
};

/// Deals up to three shares to as many positions as they count together; every arrangement is
/// equally likely (selection sampling).
class Dealer {
 public:
  constexpr explicit Dealer(const std::array<Share, 3>& shares) noexcept
      : left_(shares[0].count + shares[1].count + shares[2].count),
        first_(shares[0].count),
        first_two_(shares[0].count + shares[1].count) {}

  /// The share, 0 to 2, that the next position gets.
  [[nodiscard]] constexpr std::size_t next(std::uint32_t random) noexcept {
    const auto ticket =
        static_cast<std::int64_t>(scale(random, static_cast<std::uint64_t>(left_--)));
    const std::int64_t in_first = (ticket - first_) >> 63;  // -1 if so, else 0
    const std::int64_t in_first_two = (ticket - first_two_) >> 63;
    first_ += in_first;
    first_two_ += in_first_two;
    return static_cast<std::size_t>(2 + in_first + in_first_two);
  }

 private:
  std::int64_t left_;
  std::int64_t first_;
  std::int64_t first_two_;
};

/// Scores of the shares' bands. Apart from Dealer, whose counters so stay in registers.
class ShareScores {
 public:
  constexpr explicit ShareScores(const std::array<Share, 3>& shares) noexcept {
    for (std::size_t share = 0; share < shares.size(); ++share) {
      const Band& band = shares[share].band;
      slots_[share] = {band.first, band.first >> 31 != 0 ? 0u : 0x7fffffffu, band.size()};
    }
  }

  /// A score of a share from the random bits that chose the share: an odd factor spreads them anew.
  [[nodiscard]] constexpr float score(std::size_t share, std::uint32_t random) const noexcept {
    const Slot& slot = slots_[share];
    const auto offset = static_cast<std::uint32_t>(scale(random * 0x9e3779b1u, slot.size));
    return std::bit_cast<float>(slot.key_to_bits ^ (slot.first + offset));
  }

 private:
  struct Slot {
    std::uint32_t first = 0;
    std::uint32_t key_to_bits = 0;
    std::uint64_t size = 0;
  };
  std::array<Slot, 3> slots_{};
};

/// Calls each(i, word) for i < count with 32 random bits of its own; half as dear as at(i).
template <class Each>
void each_word(const CounterRandom& random, std::size_t count, Each each) {
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    const std::uint64_t drawn = random.at(i / 2);
    each(i, static_cast<std::uint32_t>(drawn));
    each(i + 1, static_cast<std::uint32_t>(drawn >> 32));
  }
  if (i < count) each(i, static_cast<std::uint32_t>(random.at(i / 2)));
}

/// Fills a row from shares that add up to its length.
inline void deal(std::span<float> scores, const std::array<Share, 3>& shares,
                 const CounterRandom& random) noexcept {
  Dealer dealer(shares);
  const ShareScores table(shares);
  each_word(random, scores.size(), [&](std::size_t i, std::uint32_t word) {
    scores[i] = table.score(dealer.next(word), word);
  });
}

/// Fills a row from two sets of shares, one for the positions where inside(i), one for the others.
template <class Inside>
void deal_split(std::span<float> scores, Inside inside, const std::array<Share, 3>& shares_inside,
                const std::array<Share, 3>& shares_outside, const CounterRandom& random) {
  Dealer dealer_inside(shares_inside);
  Dealer dealer_outside(shares_outside);
  const ShareScores table_inside(shares_inside);
  const ShareScores table_outside(shares_outside);
  each_word(random, scores.size(), [&](std::size_t i, std::uint32_t word) {
    if (inside(static_cast<std::int64_t>(i))) {
      scores[i] = table_inside.score(dealer_inside.next(word), word);
    } else {
      scores[i] = table_outside.score(dealer_outside.next(word), word);
    }
  });
}

/// Counters below this belong to the positions of a row; choices about the whole row come from
/// Draws over random.child(row_choices).
inline constexpr std::uint64_t row_choices = 0x726f77;

}  // namespace tailproof::generators
