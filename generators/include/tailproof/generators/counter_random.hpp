/// Random numbers as a pure function of (seed, stream, counter): the same on every platform.
#pragma once
#include <cstdint>

namespace tailproof::generators {

/// A bijective 64-bit mix in which every output bit depends on every input bit (the finaliser of
/// splitmix64).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t word) noexcept {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

/// Cheaper than mix(), and good enough for scores: the two halves of a 128-bit product, folded.
[[nodiscard]] constexpr std::uint64_t fold(std::uint64_t word) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(word) * (word ^ 0xd6e8feb86659fd93u);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// value scaled from 32 random bits to [0, bound) without division; bound <= 2^32.
[[nodiscard]] constexpr std::uint64_t scale(std::uint32_t random, std::uint64_t bound) noexcept {
  return (random * bound) >> 32;
}

/// Random access to one stream: no state, so rows can be made in any order, by any thread.
class CounterRandom {
 public:
  constexpr CounterRandom(std::uint64_t seed, std::uint64_t stream) noexcept
      : key_(mix(mix(seed + step) + stream * step)) {}

  /// 64 random bits for this counter.
  [[nodiscard]] constexpr std::uint64_t at(std::uint64_t counter) const noexcept {
    return fold(key_ + counter * step);
  }
  /// An independent stream below this one.
  [[nodiscard]] constexpr CounterRandom child(std::uint64_t stream) const noexcept {
    return CounterRandom(key_, stream);
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  std::uint64_t key_;
};

/// Draws one after another from a stream, for choices where random access has no use.
class Draws {
 public:
  explicit constexpr Draws(CounterRandom random) noexcept : random_(random) {}

  [[nodiscard]] constexpr std::uint64_t bits() noexcept { return random_.at(next_++); }
  /// Uniform in [least, greatest], at most 2^32 values. Precondition: least <= greatest.
  [[nodiscard]] constexpr std::int64_t between(std::int64_t least, std::int64_t greatest) noexcept {
    const auto span = static_cast<std::uint64_t>(greatest - least) + 1;
    return least + static_cast<std::int64_t>(scale(static_cast<std::uint32_t>(bits() >> 32), span));
  }
  /// True in percent of 100 cases.
  [[nodiscard]] constexpr bool chance(int percent) noexcept { return between(0, 99) < percent; }
  /// One element of a non-empty sequence.
  template <class Sequence>
  [[nodiscard]] constexpr const auto& one_of(const Sequence& sequence) noexcept {
    return sequence.begin()[between(0, static_cast<std::int64_t>(sequence.size()) - 1)];
  }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

}  // namespace tailproof::generators
