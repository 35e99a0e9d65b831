#include "row_scan.hpp"

#include "tailproof/reference/multiversion.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if TAILPROOF_HAS_AVX2_VERSION
#include <immintrin.h>
#endif

namespace tailproof::reference {
namespace {

static_assert(std::endian::native == std::endian::little, "flags are packed in byte order");

// Magnitude + 0x007fffff reaches the top bit iff the magnitude exceeds that of infinity. Lanes of
// their own keep the vector units busy.
TAILPROOF_BODY bool find_nan(const float* scores, std::size_t count) noexcept {
  constexpr std::size_t lanes = 32;
  constexpr std::size_t ahead = 2048;  // two pages: the processor's own prefetcher stops at one
  std::uint32_t sums[lanes] = {};
  const auto look_at = [&](std::size_t i, std::size_t lane) {
    sums[lane] |= (std::bit_cast<std::uint32_t>(scores[i]) & 0x7fffffffu) + 0x007fffffu;
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    __builtin_prefetch(scores + std::min(i + ahead, count - 1));
    __builtin_prefetch(scores + std::min(i + ahead + lanes / 2, count - 1));
    for (std::size_t lane = 0; lane < lanes; ++lane) look_at(i + lane, lane);
  }
  for (; i < count; ++i) look_at(i, 0);
  std::uint32_t any = 0;
  for (const std::uint32_t sum : sums) any |= sum;
  return (any & 0x80000000u) != 0;
}

// Eight flags, each a byte 0 or 1, as eight bits: the product gathers them in its top byte.
std::uint64_t packed(const std::uint8_t* flags) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, flags, sizeof bytes);
  return (bytes * 0x0102040810204080u) >> 56;
}

// Fills one word of the mask for each 64 scores begun.
template <class Admits>
void mark(const float* scores, std::size_t count, std::uint64_t* mask, Admits admits) noexcept {
  std::uint8_t flags[scan_chunk];
  for (std::size_t i = 0; i < count; ++i) flags[i] = admits(scores[i]) ? 1 : 0;
  std::fill(flags + count, flags + (count + 63) / 64 * 64, std::uint8_t{0});
  for (std::size_t first = 0; first < count; first += 64) {
    std::uint64_t bits = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      bits |= packed(flags + first + byte * 8) << (byte * 8);
    }
    mask[first / 64] = bits;
  }
}

void mark_at_least(const float* scores, std::size_t count, float cutoff,
                   std::uint64_t* mask) noexcept {
  mark(scores, count, mask, [=](float x) { return x >= cutoff; });
}
void mark_between(const float* scores, std::size_t count, float t0, float t1,
                  std::uint64_t* mask) noexcept {
  mark(scores, count, mask, [=](float x) { return (x >= t1) & (x < t0); });
}
// Four at a time whether they are there or not: how many a word marks is not predictable, whether
// they are more than four rather is.
TAILPROOF_BODY std::size_t expand(const ChunkMask& mask, std::int32_t first,
                                  ChunkPositions& found) noexcept {
  std::size_t count = 0;
  for (std::size_t word = 0; word < mask.size(); ++word) {
    std::uint64_t left = mask[word];
    const auto base = first + static_cast<std::int32_t>(word * 64);
    const auto marked = static_cast<std::size_t>(std::popcount(left));
    for (std::size_t done = 0; done < marked; done += position_slack) {
      for (std::size_t s = 0; s < position_slack; ++s) {
        found[count + done + s] = base + std::countr_zero(left);
        left &= left - 1;
      }
    }
    count += marked;
  }
  return count;
}
std::size_t expand_baseline(const ChunkMask& mask, std::int32_t first,
                            ChunkPositions& found) noexcept {
  return expand(mask, first, found);
}

bool find_nan_baseline(const float* scores, std::size_t count) noexcept {
  return find_nan(scores, count);
}

#if TAILPROOF_HAS_AVX2_VERSION
TAILPROOF_AVX2 bool find_nan_avx2(const float* scores, std::size_t count) noexcept {
  return find_nan(scores, count);
}

TAILPROOF_AVX2 std::size_t expand_avx2(const ChunkMask& mask, std::int32_t first,
                                       ChunkPositions& found) noexcept {
  return expand(mask, first, found);
}

TAILPROOF_AVX2 inline std::uint64_t byte_of(__m256 admitted, unsigned byte) noexcept {
  const auto bits = static_cast<unsigned>(_mm256_movemask_ps(admitted));
  return std::uint64_t{bits} << (byte * 8);
}

// Whole words from eight comparisons each; the rest of the chunk as the baseline does it.
TAILPROOF_AVX2 void mark_at_least_avx2(const float* scores, std::size_t count, float cutoff,
                                       std::uint64_t* mask) noexcept {
  const __m256 t = _mm256_set1_ps(cutoff);
  for (; count >= 64; count -= 64, scores += 64) {
    std::uint64_t bits = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      const __m256 x = _mm256_loadu_ps(scores + byte * 8);
      bits |= byte_of(_mm256_cmp_ps(x, t, _CMP_GE_OQ), byte);
    }
    *mask++ = bits;
  }
  mark_at_least(scores, count, cutoff, mask);
}
TAILPROOF_AVX2 void mark_between_avx2(const float* scores, std::size_t count, float t0, float t1,
                                      std::uint64_t* mask) noexcept {
  const __m256 upper = _mm256_set1_ps(t0);
  const __m256 lower = _mm256_set1_ps(t1);
  for (; count >= 64; count -= 64, scores += 64) {
    std::uint64_t bits = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      const __m256 x = _mm256_loadu_ps(scores + byte * 8);
      bits |= byte_of(
          _mm256_and_ps(_mm256_cmp_ps(x, lower, _CMP_GE_OQ), _mm256_cmp_ps(x, upper, _CMP_LT_OQ)),
          byte);
    }
    *mask++ = bits;
  }
  mark_between(scores, count, t0, t1, mask);
}
#endif

}  // namespace

bool holds_nan(std::span<const float> scores) noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return find_nan_avx2(scores.data(), scores.size());
#endif
  return find_nan_baseline(scores.data(), scores.size());
}

void mark_reaching(std::span<const float> chunk, float cutoff, ChunkMask& mask) noexcept {
  mask.fill(0);
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return mark_at_least_avx2(chunk.data(), chunk.size(), cutoff, mask.data());
#endif
  mark_at_least(chunk.data(), chunk.size(), cutoff, mask.data());
}

void mark_band(std::span<const float> chunk, float t0, float t1, ChunkMask& mask) noexcept {
  mask.fill(0);
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return mark_between_avx2(chunk.data(), chunk.size(), t0, t1, mask.data());
#endif
  mark_between(chunk.data(), chunk.size(), t0, t1, mask.data());
}

std::size_t positions_of(const ChunkMask& mask, std::int32_t first,
                         ChunkPositions& found) noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return expand_avx2(mask, first, found);
#endif
  return expand_baseline(mask, first, found);
}

}  // namespace tailproof::reference
