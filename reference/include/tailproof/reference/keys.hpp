/// Order-preserving integer keys of FP32 scores. Source: spec section 2; paper eq. 11-12.
///
/// Everything here is integer arithmetic on bit patterns: no rounding mode, no flush-to-zero and
/// no compiler flag can change a key. NaN has no place in the order; the functions are total on
/// NaN patterns (they return some key) but callers refuse such rows beforehand.
#pragma once
#include <bit>
#include <cstdint>

namespace tailproof::reference {

/// Bits of coarse key kept of the 16-bit key; bins of the coarse histogram (paper B_c = 2^11).
inline constexpr unsigned coarse_bits = 11;
inline constexpr std::uint32_t coarse_bins = 1u << coarse_bits;

/// True for every NaN pattern, quiet or signalling, either sign.
[[nodiscard]] constexpr bool is_nan_bits(std::uint32_t bits) noexcept {
  return (bits & 0x7fffffffu) > 0x7f800000u;
}

/// Descending sortable key: a larger float has a smaller key; -0.0 and +0.0 share one key.
[[nodiscard]] constexpr std::uint32_t key32_of_bits(std::uint32_t bits) noexcept {
  if (bits == 0x80000000u) bits = 0;
  return (bits & 0x80000000u) != 0 ? bits : 0x7fffffffu ^ bits;
}

/// key32 of a float (spec 2).
[[nodiscard]] constexpr std::uint32_t key32(float score) noexcept {
  return key32_of_bits(std::bit_cast<std::uint32_t>(score));
}

/// Inverse of key32_of_bits up to the sign of zero (gives +0.0).
[[nodiscard]] constexpr std::uint32_t bits_of_key32(std::uint32_t key) noexcept {
  return (key & 0x80000000u) != 0 ? key : 0x7fffffffu ^ key;
}

/// Round-to-nearest-even FP16 projection as bits; overflow to infinity from 65520 up, FP32
/// subnormals to (signed) zero, FP16 subnormals kept. NaN maps to the quiet NaN of its sign.
[[nodiscard]] constexpr std::uint16_t half_of_bits(std::uint32_t bits) noexcept {
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude - 0x38800000u < 0x477ff000u - 0x38800000u) {  // FP16 normal: [2^-14, 65520)
    // Rebias the exponent by 112; adding half a unit less one, or half to an odd one, rounds.
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - (112u << 23) + 0xfffu + odd) >> 13));
  }
  if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x33000000u) return static_cast<std::uint16_t>(sign);  // < 2^-25
  // FP16 subnormal: shift the explicit significand to units of 2^-24.
  const std::uint32_t significand = (magnitude & 0x007fffffu) | 0x00800000u;
  const unsigned dropped = 126u - (magnitude >> 23);
  const std::uint32_t kept = significand >> dropped;
  const std::uint32_t rest = significand & ((1u << dropped) - 1u);
  const std::uint32_t half = 1u << (dropped - 1u);
  const std::uint32_t up = (rest > half || (rest == half && (kept & 1u) != 0)) ? 1u : 0u;
  return static_cast<std::uint16_t>(sign | (kept + up));
}

/// Descending sortable 16-bit key of an FP16 pattern, zeros canonical.
[[nodiscard]] constexpr std::uint16_t key16_of_half(std::uint16_t half) noexcept {
  if (half == 0x8000u) half = 0;
  return static_cast<std::uint16_t>((half & 0x8000u) != 0 ? half : 0x7fffu ^ half);
}

/// Coarse bin of a score, in [0, coarse_bins): the 11 most significant bits of key16 (eq. 11).
[[nodiscard]] constexpr std::uint32_t coarse_of_bits(std::uint32_t bits) noexcept {
  return static_cast<std::uint32_t>(key16_of_half(half_of_bits(bits))) >> (16u - coarse_bits);
}

/// Coarse bin of a float.
[[nodiscard]] constexpr std::uint32_t coarse(float score) noexcept {
  return coarse_of_bits(std::bit_cast<std::uint32_t>(score));
}

}  // namespace tailproof::reference
