/// Bit casts and conversions between integers and FP32, saturating as the device does.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tailproof/simt/host/keywords.hpp"

/// CUDA's bit casts.
constexpr unsigned __float_as_uint(float x) {
  return std::bit_cast<unsigned>(x);
}
constexpr int __float_as_int(float x) {
  return std::bit_cast<int>(x);
}
constexpr float __uint_as_float(unsigned x) {
  return std::bit_cast<float>(x);
}
constexpr float __int_as_float(int x) {
  return std::bit_cast<float>(x);
}
constexpr long long __double_as_longlong(double x) {
  return std::bit_cast<long long>(x);
}
constexpr double __longlong_as_double(long long x) {
  return std::bit_cast<double>(x);
}

namespace simt::detail {
/// `x` is integral or infinite; NaN gives 0, as cvt does for 32-bit integers.
template <class Int>
Int saturate(double x) {
  if (std::isnan(x)) return 0;
  if (x <= static_cast<double>(std::numeric_limits<Int>::min()))
    return std::numeric_limits<Int>::min();
  if (x >= static_cast<double>(std::numeric_limits<Int>::max()))
    return std::numeric_limits<Int>::max();
  return static_cast<Int>(x);
}
}  // namespace simt::detail

/// CUDA's conversions to integers: saturating, NaN to zero.
inline int __float2int_rn(float x) {
  return simt::detail::saturate<int>(std::nearbyint(x));
}
inline int __float2int_rz(float x) {
  return simt::detail::saturate<int>(std::trunc(x));
}
inline int __float2int_rd(float x) {
  return simt::detail::saturate<int>(std::floor(x));
}
inline int __float2int_ru(float x) {
  return simt::detail::saturate<int>(std::ceil(x));
}
inline unsigned __float2uint_rn(float x) {
  return simt::detail::saturate<unsigned>(std::nearbyint(x));
}
inline unsigned __float2uint_rz(float x) {
  return simt::detail::saturate<unsigned>(std::trunc(x));
}
inline unsigned __float2uint_rd(float x) {
  return simt::detail::saturate<unsigned>(std::floor(x));
}
inline unsigned __float2uint_ru(float x) {
  return simt::detail::saturate<unsigned>(std::ceil(x));
}
inline float __int2float_rn(int x) {
  return static_cast<float>(x);
}
inline float __uint2float_rn(unsigned x) {
  return static_cast<float>(x);
}
