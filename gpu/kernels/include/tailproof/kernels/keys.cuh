/// Order-preserving keys and the cutoffs of coarse bins. Source: spec section 2, paper eq. 11-12.
#pragma once
#include "tailproof/kernels/policy.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

/// Descending sortable key: a larger float has a smaller key; -0.0 and +0.0 share one.
SIMT_INLINE std::uint32_t key32(float score) {
  std::uint32_t bits = __float_as_uint(score);
  if (bits == 0x80000000u) bits = 0;
  return (bits & 0x80000000u) != 0 ? bits : 0x7fffffffu ^ bits;
}

template <class Policy, int round>
SIMT_INLINE std::uint32_t digit(std::uint32_t key) {
  return (key >> Digit<Policy, round>::shift) & (Digit<Policy, round>::bins - 1u);
}

/// Coarse bin: the 11 most significant bits of the descending 16-bit key of the FP16 projection.
SIMT_INLINE std::uint32_t coarse(float score) {
  std::uint32_t half = simt::half_bits_rn(score);
  if (half == 0x8000u) half = 0;
  return ((half & 0x8000u) != 0 ? half : 0x7fffu ^ half) >> 5;
}

/// FP32 bits half-way between the FP16 magnitudes `half` and `half` + 1, infinity standing for
/// 65536. Exact: the rounding boundary of the projection.
SIMT_INLINE std::uint32_t upper_midpoint_bits(std::uint32_t half) {
  if (half >= 0x400u) return (half << 13) + (112u << 23) + 0x1000u;
  return __float_as_uint(static_cast<float>(2 * half + 1) * 0x1p-25f);
}

/// Bits of the smallest FP32 value whose coarse bin is <= bin. Ties round to the even pattern: the
/// last pattern of a positive bin is even and keeps its lower midpoint; that of a negative bin is
/// odd and loses it. Unreachable bins as in the reference: above +inf's as +inf's, below as -inf.
SIMT_INLINE std::uint32_t bin_floor_bits(std::uint32_t bin) {
  constexpr std::uint32_t bin_of_plus_inf = 31;
  constexpr std::uint32_t bin_of_zero = 1023;
  constexpr std::uint32_t bin_of_minus_inf = 2016;
  if (bin >= bin_of_minus_inf) return 0xff800000u;
  if (bin < bin_of_plus_inf) bin = bin_of_plus_inf;
  const std::uint32_t last_key = (bin << 5) | 31u;
  if (bin == bin_of_zero) return 0x80000000u | upper_midpoint_bits(0);
  if (bin < bin_of_zero) return upper_midpoint_bits((0x7fffu ^ last_key) - 1);
  return 0x80000000u | (upper_midpoint_bits(last_key & 0x7fffu) - 1);
}

}  // namespace tailproof::kernels
