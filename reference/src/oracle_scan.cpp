#include "oracle_scan.hpp"

#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/multiversion.hpp"

#include <algorithm>
#include <bit>

namespace tailproof::reference {
namespace {

constexpr std::uint32_t sign_bit = 0x80000000u;
constexpr std::uint32_t minus_infinity = 0xff800000u;

// Two ways to see a negative NaN, whose bits alone exceed those of -inf; Flipped: the top bit of
// the bits seen is flipped, and signed order is what unsigned order was. State 0: nothing seen.
struct GreatestBits {  // one instruction where such maxima exist, many in SSE2
  template <bool Flipped>
  static std::uint32_t see(std::uint32_t state, std::uint32_t bits) {
    if constexpr (!Flipped) return std::max(state, bits);
    return static_cast<std::uint32_t>(
        std::max(static_cast<std::int32_t>(state), static_cast<std::int32_t>(bits)));
  }
  template <bool Flipped>
  static bool found(std::uint32_t state) {
    return state > (Flipped ? minus_infinity ^ sign_bit : minus_infinity);
  }
};
struct Overflow {  // magnitude + 0x007fffff reaches the top bit iff it exceeds that of infinity
  template <bool>
  static std::uint32_t see(std::uint32_t state, std::uint32_t bits) {
    return state | ((bits & ~sign_bit) + 0x007fffffu);
  }
  template <bool>
  static bool found(std::uint32_t state) {
    return (state & sign_bit) != 0;
  }
};

// Each of so many lanes accumulates for itself, which keeps the vector units busy.
constexpr std::size_t lanes = 32;

// Sign-magnitude bits need no canonical key once the sign of the threshold is known:
// - threshold >= 0: x is better iff its bits are greater as signed integers (negatives, and -0
//   with them, are negative integers);
// - threshold < 0: x is better iff its bits are less as unsigned integers, which flipping the top
//   bit of both turns into a signed comparison (the only one that vector units have).
template <bool Negative, class NanSearch>
TAILPROOF_BODY BlockScan scan(const float* block, std::size_t count,
                              std::uint32_t threshold_bits) noexcept {
  constexpr std::uint32_t flip = Negative ? sign_bit : 0u;
  const auto threshold = static_cast<std::int32_t>(threshold_bits ^ flip);
  std::uint32_t better[lanes] = {};
  std::uint32_t nan[lanes] = {};
  const auto look_at = [&](std::size_t i, std::size_t lane) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(block[i]) ^ flip;
    const auto x = static_cast<std::int32_t>(bits);
    better[lane] += static_cast<std::uint32_t>(Negative ? x < threshold : x > threshold);
    nan[lane] = NanSearch::template see<Negative>(nan[lane], bits);
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) look_at(i + lane, lane);
  }
  for (; i < count; ++i) look_at(i, 0);
  BlockScan found;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    found.better += better[lane];
    found.negative_nan |= NanSearch::template found<Negative>(nan[lane]);
  }
  return found;
}

template <class NanSearch>
TAILPROOF_BODY BlockScan scan_either(const float* block, std::size_t count,
                                     std::uint32_t threshold_bits) noexcept {
  return (threshold_bits & sign_bit) != 0 ? scan<true, NanSearch>(block, count, threshold_bits)
                                          : scan<false, NanSearch>(block, count, threshold_bits);
}

TAILPROOF_BODY SelectedScan scan_keys(const std::uint32_t* selected, std::size_t count) noexcept {
  SelectedScan found;
  std::uint32_t nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    nan |= is_nan_bits(selected[i]) ? 1u : 0u;
    found.worst_key = std::max(found.worst_key, key32_of_bits(selected[i]));
  }
  for (std::size_t i = 0; i < count; ++i) {
    found.better += key32_of_bits(selected[i]) < found.worst_key ? 1u : 0u;
  }
  found.nan = nan != 0;
  return found;
}

BlockScan scan_baseline(const float* block, std::size_t count, std::uint32_t bits) noexcept {
  return scan_either<Overflow>(block, count, bits);
}

#if TAILPROOF_HAS_AVX2_VERSION
TAILPROOF_AVX2 BlockScan scan_avx2(const float* block, std::size_t count,
                                   std::uint32_t bits) noexcept {
  return scan_either<GreatestBits>(block, count, bits);
}
TAILPROOF_AVX2 SelectedScan scan_keys_avx2(const std::uint32_t* selected,
                                           std::size_t count) noexcept {
  return scan_keys(selected, count);
}
#endif

}  // namespace

BlockScan scan_block(std::span<const float> block, std::uint32_t threshold_bits) noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return scan_avx2(block.data(), block.size(), threshold_bits);
#endif
  return scan_baseline(block.data(), block.size(), threshold_bits);
}

SelectedScan scan_selected(std::span<const std::uint32_t> selected) noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return scan_keys_avx2(selected.data(), selected.size());
#endif
  return scan_keys(selected.data(), selected.size());
}

}  // namespace tailproof::reference
