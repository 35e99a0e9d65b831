/// Compile-time policies: everything that shapes a kernel besides its input. Source: spec 3-5, 8.
#pragma once
#include <cstdint>

namespace tailproof::kernels {

/// Ranks of the sampled view are requested as ceil(numerator K / (denominator s)).
struct Ratio {
  std::uint32_t numerator;
  std::uint32_t denominator;
};

/// A policy is a type with these members; derive and hide what differs.
struct DefaultPolicy {
  static constexpr bool sampled = true;
  static constexpr bool in_registers = false;  ///< read the row once, keep it in registers
  static constexpr std::uint32_t stride = 128;
  static constexpr Ratio retention{3, 2};  ///< rho
  static constexpr bool has_rescue = true;
  static constexpr Ratio rescue{7, 4};               ///< rho1
  static constexpr std::uint32_t ctas_per_row = 1;   ///< segments, or CTAs of a cluster
  static constexpr std::uint32_t threads = 512;      ///< a multiple of 32, at most 1024
  static constexpr std::uint32_t resident_ctas = 3;  ///< an SM must be able to hold so many
  static constexpr std::uint32_t capacity = 4096;    ///< CAP
  static constexpr std::uint32_t digit_width0 = 11;
  static constexpr std::uint32_t digit_width1 = 11;
  static constexpr std::uint32_t digit_width2 = 10;
  static constexpr bool early_exit = false;              ///< stop refining once k_j == |Q_j|
  static constexpr std::uint32_t values_per_thread = 0;  ///< a multiple of 4; in_registers only
};

struct PersistentS64 : DefaultPolicy {
  static constexpr std::uint32_t stride = 64;
};
struct PersistentS128 : DefaultPolicy {};

template <std::uint32_t segments>
struct Split : DefaultPolicy {
  static constexpr std::uint32_t ctas_per_row = segments;
};

struct RowLocalRegisters : DefaultPolicy {
  static constexpr bool sampled = false;
  static constexpr bool in_registers = true;
  static constexpr std::uint32_t threads = 1024;
  static constexpr std::uint32_t resident_ctas = 1;
  static constexpr std::uint32_t values_per_thread = 16;
};
struct RowLocal : DefaultPolicy {
  static constexpr bool sampled = false;
  static constexpr std::uint32_t threads = 1024;
  static constexpr std::uint32_t resident_ctas = 2;
};
struct Cluster8 : DefaultPolicy {
  static constexpr bool sampled = false;
  static constexpr std::uint32_t ctas_per_row = 8;
};
struct PersistentDirect : DefaultPolicy {
  static constexpr bool sampled = false;
};

inline constexpr std::uint32_t coarse_bins = 2048;
inline constexpr int digit_rounds = 3;

/// Digit `round` of a key32, most significant digit first.
template <class Policy, int round>
struct Digit {
  static constexpr std::uint32_t width = round == 0   ? Policy::digit_width0
                                         : round == 1 ? Policy::digit_width1
                                                      : Policy::digit_width2;
  static constexpr std::uint32_t shift = round == 0   ? Policy::digit_width1 + Policy::digit_width2
                                         : round == 1 ? Policy::digit_width2
                                                      : 0;
  static constexpr std::uint32_t bins = 1u << width;
};

/// Words of the one shared histogram: the coarse one's or the widest digit's.
template <class Policy>
constexpr std::uint32_t histogram_bins() {
  std::uint32_t bins = coarse_bins;
  if (Digit<Policy, 0>::bins > bins) bins = Digit<Policy, 0>::bins;
  if (Digit<Policy, 1>::bins > bins) bins = Digit<Policy, 1>::bins;
  if (Digit<Policy, 2>::bins > bins) bins = Digit<Policy, 2>::bins;
  return bins;
}

template <class Policy>
constexpr bool policy_is_sound() {
  return Policy::threads % 32 == 0 && Policy::threads >= 32 && Policy::threads <= 1024 &&
         Policy::capacity >= 1 && Policy::stride >= 2 &&
         (Policy::stride & (Policy::stride - 1)) == 0 &&
         Policy::digit_width0 + Policy::digit_width1 + Policy::digit_width2 == 32 &&
         Policy::values_per_thread % 4 == 0 &&
         (Policy::in_registers ? !Policy::sampled && Policy::values_per_thread > 0
                               : Policy::values_per_thread == 0);
}

}  // namespace tailproof::kernels
