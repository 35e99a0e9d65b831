#include "oracle_scan.hpp"

#include <bit>

// Function multiversioning by hand: unlike target_clones it needs no ifunc resolver, which runs
// before the sanitizers' runtimes do, and clang 14 takes it too. Same source for every version.
#if defined(__x86_64__) && defined(__GNUC__)
#define TAILPROOF_HAS_AVX2_VERSION 1
#else
#define TAILPROOF_HAS_AVX2_VERSION 0
#endif

namespace tailproof::reference {
namespace {

struct Scan {
  std::uint32_t better = 0;
  bool nan = false;
};

// Sign-magnitude bits need no canonical key once the sign of the threshold is known:
// - threshold >= 0: x is better iff its bits are greater as signed integers (negatives, and -0
//   with them, are negative integers);
// - threshold < 0: x is better iff its bits are less as unsigned integers, which flipping the top
//   bit of both turns into a signed comparison (the only one that SSE2 has).
// NaN: magnitude + 0x007fffff reaches the top bit iff the magnitude exceeds that of infinity.
template <bool Negative>
[[gnu::always_inline]] inline Scan scan(const float* block, std::size_t count,
                                        std::uint32_t worst_bits) noexcept {
  constexpr std::uint32_t flip = Negative ? 0x80000000u : 0u;
  const auto worst = static_cast<std::int32_t>(worst_bits ^ flip);
  std::uint32_t better = 0;
  std::uint32_t overflow = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(block[i]);
    const auto x = static_cast<std::int32_t>(bits ^ flip);
    better += static_cast<std::uint32_t>(Negative ? x < worst : x > worst);
    overflow |= (bits & 0x7fffffffu) + 0x007fffffu;
  }
  return {better, (overflow & 0x80000000u) != 0};
}

[[gnu::always_inline]] inline Scan scan_either(const float* block, std::size_t count,
                                               std::uint32_t worst_bits) noexcept {
  const bool negative = (worst_bits & 0x80000000u) != 0;
  return negative ? scan<true>(block, count, worst_bits) : scan<false>(block, count, worst_bits);
}

Scan scan_baseline(const float* block, std::size_t count, std::uint32_t worst_bits) noexcept {
  return scan_either(block, count, worst_bits);
}

#if TAILPROOF_HAS_AVX2_VERSION
[[gnu::target("avx2")]] Scan scan_avx2(const float* block, std::size_t count,
                                       std::uint32_t worst_bits) noexcept {
  return scan_either(block, count, worst_bits);
}
#endif

using ScanFunction = Scan (*)(const float*, std::size_t, std::uint32_t) noexcept;

ScanFunction best_version() noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (__builtin_cpu_supports("avx2")) return scan_avx2;
#endif
  return scan_baseline;
}

}  // namespace

bool scan_block(std::span<const float> block, std::uint32_t worst_bits,
                std::uint32_t& better) noexcept {
  static const ScanFunction version = best_version();
  const Scan found = version(block.data(), block.size(), worst_bits);
  better += found.better;
  return found.nan;
}

}  // namespace tailproof::reference
