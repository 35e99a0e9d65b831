/// binary16 conversions on bit patterns: on the device the hardware's, on the host their integer
/// twins.
#pragma once
#include <cstdint>

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#define SIMT_BOTH __device__ __forceinline__
#else
#include <bit>
#define SIMT_BOTH inline
#endif

namespace simt {

/// binary16 pattern of `x`, rounded to nearest even; overflow gives infinity. A NaN gives 0x7fff,
/// as on the device.
SIMT_BOTH std::uint16_t half_bits_rn(float x) {
#if defined(__CUDACC__)
  return __half_as_ushort(__float2half_rn(x));
#else
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fffu;
  if (magnitude >= 0x47800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {
    // Below the smallest normal half: adding 0.5 lets the FP32 adder round at the subnormal grid of
    // 2^-24.
    const float rounded = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(rounded) - 0x3f000000u));
  }
  magnitude +=
      0xc8000fffu + ((magnitude >> 13) & 1u);  // rebias by -112, then round to nearest even
  return static_cast<std::uint16_t>(sign | (magnitude >> 13));
#endif
}

/// The float that a binary16 pattern stands for; exact.
SIMT_BOTH float half_bits_to_float(std::uint16_t half) {
#if defined(__CUDACC__)
  return __half2float(__ushort_as_half(half));
#else
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t exponent = (half >> 10) & 31u;
  const std::uint32_t fraction = half & 1023u;
  if (exponent == 31) {
    // Every NaN becomes the device's canonical one.
    return std::bit_cast<float>(fraction != 0 ? 0x7fffffffu : sign | 0x7f800000u);
  }
  if (exponent != 0) {
    return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (fraction << 13));
  }
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
#endif
}

}  // namespace simt
#undef SIMT_BOTH
