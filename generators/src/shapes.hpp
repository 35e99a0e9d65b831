// Distributions made from one 64-bit draw by exact or correctly rounded operations only.
#pragma once
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
  constexpr std::uint64_t lanes = 0x0000ffff0000ffffu;
  const std::uint64_t pairs = (random & lanes) + (random >> 16 & lanes);
  const auto sum = static_cast<std::int32_t>((pairs + (pairs >> 32)) & 0x7ffffu);
  const auto smear = static_cast<std::int32_t>(random & 0xffu) - 128;
  // sqrt(3) / 65536 scales four uniforms to variance 1; 256 more for the smear.
  constexpr float unit = 1.7320508f / (65536.0f * 256.0f);
  return static_cast<float>((sum - 2 * 65535) * 256 + smear) * unit;
}

/// Fills a row with bell_shape().
inline void fill_bell(std::span<float> scores, const CounterRandom& random) noexcept {
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = bell_shape(random.at(i));
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
