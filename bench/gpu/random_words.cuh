// Words and numbers drawn by counter: the same seed, row and position give the same draw anywhere.
#pragma once
#include "tailproof/simt.hpp"

#include <cmath>
#include <cstdint>

namespace tailproof::gpu_bench {

SIMT_INLINE std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x21f0aaadu;
  x ^= x >> 15;
  x *= 0xd35a2d97u;
  x ^= x >> 15;
  return x;
}

/// The key of one row's draws.
SIMT_INLINE std::uint32_t row_key(std::uint32_t seed, std::int64_t row) {
  const auto low = static_cast<std::uint32_t>(row);
  const auto high = static_cast<std::uint32_t>(row >> 32);
  return mix(mix(seed ^ 0x51ed270bu) + low * 0x9e3779b9u + high * 0x85ebca6bu);
}

/// A word for a position (or block of positions), and others for the same place by number.
SIMT_INLINE std::uint32_t word_at(std::uint32_t key, std::uint32_t place) {
  return mix(key + place * 0x9e3779b9u);
}
SIMT_INLINE std::uint32_t next_word(std::uint32_t word, std::uint32_t number) {
  return mix(word + (number + 1) * 0x85ebca6bu);
}

/// Uniform in [0, 1), exact: 24 bits.
SIMT_INLINE float unit(std::uint32_t word) {
  return static_cast<float>(word >> 8) * 0x1p-24f;
}

/// Standard normal (Box and Muller).
SIMT_INLINE float normal(std::uint32_t word) {
  const float radius = sqrtf(-2.0f * logf(unit(word) + 0x1p-25f));
  return radius * cosf(6.2831853f * unit(next_word(word, 0)));
}

/// Four uniforms of 16 bits added up and scaled to variance 1: near enough to normal where many are
/// added, at a tenth of the price. Within +-3.47.
SIMT_INLINE float rough_normal(std::uint32_t first, std::uint32_t second) {
  const std::uint32_t sum = (first & 0xffffu) + (first >> 16) + (second & 0xffffu) + (second >> 16);
  return (static_cast<float>(sum) * 0x1p-16f - 2.0f) * 1.7320508f;
}

}  // namespace tailproof::gpu_bench
