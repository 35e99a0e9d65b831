// Distributions made from one 64-bit draw by exact or correctly rounded operations only.
#pragma once
#include "random_blocks.hpp"
#include "tailproof/generators/counter_random.hpp"

#include <bit>
#include <cstdint>
#include <span>

namespace tailproof::generators {

/// Greatest magnitude that bell_shape() returns.
inline constexpr float bell_limit = 3.5f;

/// A stand-in for the normal distribution: the sum of four uniforms of 16 bits, smeared to 24 bits,
/// with mean 0 and variance 1. Bounded by bell_limit; excess kurtosis -0.3.
[[nodiscard]] inline float bell_shape(std::uint64_t random) noexcept {
  const auto low = static_cast<std::uint32_t>(random);
  const auto high = static_cast<std::uint32_t>(random >> 32);
  const auto sum =
      static_cast<std::int32_t>((low & 0xffffu) + (low >> 16) + (high & 0xffffu) + (high >> 16));
  const auto smear = static_cast<std::int32_t>(low & 0xffu) - 128;
  // sqrt(3) / 65536 scales four uniforms to variance 1; 256 more for the smear.
  constexpr float unit = 1.7320508f / (65536.0f * 256.0f);
  return static_cast<float>((sum - 2 * 65535) * 256 + smear) * unit;
}

/// Fills a row with bell_shape().
inline void fill_bell(std::span<float> scores, const CounterRandom& random) noexcept {
  each_draw(random, scores.size(),
            [&](std::size_t i, std::uint64_t drawn) { scores[i] = bell_shape(drawn); });
}

/// Uniform in [0, 1), 24 bits.
[[nodiscard]] inline float unit_interval(std::uint64_t random) noexcept {
  return static_cast<float>(static_cast<std::uint32_t>(random >> 40)) * 0x1p-24f;
}

/// 2^x with a straight line between powers of two; |x| <= 100. Monotone and exact by construction.
[[nodiscard]] inline float power_of_two_line(float x) noexcept {
  const auto steps = static_cast<std::int32_t>(x * 8388608.0f);
  return std::bit_cast<float>((127u << 23) + static_cast<std::uint32_t>(steps));
}

}  // namespace tailproof::generators
