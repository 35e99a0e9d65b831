/// Integer and rounding-exact FP32 intrinsics. Approximate ones (__expf, __fdividef, ...) are
/// deliberately absent.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tailproof/simt/host/keywords.hpp"

namespace simt::detail {
/// The one NaN that the device's arithmetic produces.
template <class T>
inline constexpr T device_nan = std::numeric_limits<T>::quiet_NaN();
template <>
inline constexpr float device_nan<float> = std::bit_cast<float>(0x7fffffffu);

inline float with_device_nan(float x) {
  return std::isnan(x) ? device_nan<float> : x;
}
}  // namespace simt::detail

#define SIMT_MIN_MAX(type)             \
  constexpr type min(type a, type b) { \
    return b < a ? b : a;              \
  }                                    \
  constexpr type max(type a, type b) { \
    return a < b ? b : a;              \
  }
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
#undef SIMT_MIN_MAX
namespace simt::detail {
/// Minimum as the device takes it: a NaN counts only when both are, and -0 is smaller than +0.
template <class T>
T minimum(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) {
    if (!std::isnan(b)) return b;
    if (!std::isnan(a)) return a;
    return device_nan<T>;
  }
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return minimum(a, b);
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}
}  // namespace simt::detail

/// CUDA's min and max: the operand that is not NaN.
inline float min(float a, float b) {
  return simt::detail::minimum(a, b);
}
inline float max(float a, float b) {
  return simt::detail::maximum(a, b);
}
inline double min(double a, double b) {
  return simt::detail::minimum(a, b);
}
inline double max(double a, double b) {
  return simt::detail::maximum(a, b);
}

/// CUDA's integer intrinsics.
constexpr int __popc(unsigned x) {
  return std::popcount(x);
}
constexpr int __popcll(unsigned long long x) {
  return std::popcount(x);
}
constexpr int __clz(int x) {
  return std::countl_zero(static_cast<unsigned>(x));
}
constexpr int __clzll(long long x) {
  return std::countl_zero(static_cast<unsigned long long>(x));
}
/// Position of the least significant set bit, from 1; 0 for 0.
constexpr int __ffs(int x) {
  return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1;
}
constexpr int __ffsll(long long x) {
  return x == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(x)) + 1;
}
constexpr unsigned __brev(unsigned x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
constexpr unsigned long long __brevll(unsigned long long x) {
  return (static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32) |
         __brev(static_cast<unsigned>(x >> 32));
}
/// The lower 3 bits of each 4-bit field of `selector` pick a byte of {y, x}.
constexpr unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = (std::uint64_t{y} << 32) | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = (selector >> (4 * i)) & 0x7u;
    result |= static_cast<unsigned>((bytes >> (8 * pick)) & 0xffu) << (8 * i);
  }
  return result;
}
constexpr unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((((std::uint64_t{high} << 32) | low) << (shift & 31u)) >> 32);
}
constexpr unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((std::uint64_t{high} << 32) | low) >> (shift & 31u));
}
constexpr unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
constexpr unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
constexpr int __mulhi(int a, int b) {
  return static_cast<int>((static_cast<std::int64_t>(a) * b) >> 32);
}
constexpr unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((std::uint64_t{a} * b) >> 32);
}
constexpr unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using wide = unsigned __int128;
  return static_cast<unsigned long long>((static_cast<wide>(a) * b) >> 64);
}
constexpr unsigned __sad(int a, int b, unsigned sum) {
  return sum + (a < b ? static_cast<unsigned>(b) - static_cast<unsigned>(a)
                      : static_cast<unsigned>(a) - static_cast<unsigned>(b));
}
constexpr unsigned __usad(unsigned a, unsigned b, unsigned sum) {
  return sum + (a < b ? b - a : a - b);
}

/// CUDA's rounded arithmetic: to nearest even, never fused, the device's NaN.
inline float __fadd_rn(float a, float b) {
  return simt::detail::with_device_nan(a + b);
}
inline float __fsub_rn(float a, float b) {
  return simt::detail::with_device_nan(a - b);
}
inline float __fmul_rn(float a, float b) {
  return simt::detail::with_device_nan(a * b);
}
inline float __fdiv_rn(float a, float b) {
  return simt::detail::with_device_nan(a / b);
}
inline float __frcp_rn(float a) {
  return simt::detail::with_device_nan(1.0f / a);
}
inline float __fmaf_rn(float a, float b, float c) {
  return simt::detail::with_device_nan(std::fma(a, b, c));
}
inline float __fsqrt_rn(float a) {
  return simt::detail::with_device_nan(std::sqrt(a));
}
