// Random bits for a block of positions at a time: what is then made of them is a plain loop over
// arrays, which compilers vectorise, in two versions. Neither blocks nor versions change a byte:
// every position has its own counter, and all arithmetic is exact or correctly rounded.
#pragma once
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/reference/multiversion.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tailproof::generators {

/// Positions of a block; a few arrays of this size stay in the first-level cache.
inline constexpr std::size_t block_size = 256;
template <class T>
using Block = std::array<T, block_size>;

/// value scaled from 32 random bits to [0, bound): scale() for bounds that vector units multiply.
[[nodiscard]] constexpr std::uint32_t scale_word(std::uint32_t random,
                                                 std::uint32_t bound) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{random} * bound) >> 32);
}

/// 32 random bits for each of the size positions from begin on, a multiple of block_size. Two
/// positions share a draw: half as dear as random.at().
TAILPROOF_BODY void draw_words(const CounterRandom& random, std::size_t begin, std::size_t size,
                               Block<std::uint32_t>& words) noexcept {
  static_assert(block_size % 2 == 0);
  const std::size_t draws = (size + 1) / 2;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::uint64_t drawn = random.at(begin / 2 + draw);
    if constexpr (std::endian::native == std::endian::big) drawn = std::rotl(drawn, 32);
    std::memcpy(&words[2 * draw], &drawn, sizeof drawn);  // the low half comes first
  }
}

/// The word that draw_words() gives a position.
[[nodiscard]] constexpr std::uint32_t word_of(const CounterRandom& random,
                                              std::size_t position) noexcept {
  return static_cast<std::uint32_t>(random.at(position / 2) >> (position % 2 == 0 ? 0 : 32));
}

/// Calls each(i, word) for i < count with 32 random bits of its own.
template <class Each>
void each_word(const CounterRandom& random, std::size_t count, Each each) {
  reference::run_widest([&] {
    Block<std::uint32_t> words;
    for (std::size_t begin = 0; begin < count; begin += block_size) {
      const std::size_t size = std::min(block_size, count - begin);
      draw_words(random, begin, size, words);
      for (std::size_t j = 0; j < size; ++j) each(begin + j, words[j]);
    }
  });
}

/// Calls each(i, bits) for i < count with random.at(i).
template <class Each>
void each_draw(const CounterRandom& random, std::size_t count, Each each) {
  reference::run_widest([&] {
    Block<std::uint64_t> drawn;
    for (std::size_t begin = 0; begin < count; begin += block_size) {
      const std::size_t size = std::min(block_size, count - begin);
      for (std::size_t j = 0; j < size; ++j) drawn[j] = random.at(begin + j);
      for (std::size_t j = 0; j < size; ++j) each(begin + j, drawn[j]);
    }
  });
}

}  // namespace tailproof::generators
