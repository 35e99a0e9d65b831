// One score of each family, as a function of seed, row and position. All of a family's rows differ.
#pragma once
#include "families.hpp"
#include "random_words.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::gpu_bench {

/// A captured row in device memory.
struct Source {
  const float* scores;
  std::int32_t length;
};

/// What one row's scores depend on.
struct RowMaker {
  Family family;
  std::uint32_t key;       ///< row_key()
  std::uint32_t stride;    ///< alias: of the view
  std::uint32_t call_row;  ///< alias: the row's number in its call, which sets the view's phase
  std::int32_t length;
  std::int32_t rank;
  Source source;  ///< captured
};

inline constexpr std::uint32_t block_positions = 64;  ///< a burst
inline constexpr int indexer_heads = 8;

/// Scores of a lightning indexer: heads of weighted ReLU over keys that are relevant in bursts of
/// 64 positions. A block is six times as likely to be relevant in the first and last tenth, densest
/// at the very ends, so that 60 % of the largest scores lie there at any length; 8 % of all are.
SIMT_INLINE float indexer_score(const RowMaker& row, std::uint32_t position) {
  const std::uint32_t block = position / block_positions;
  const std::uint32_t block_word = word_at(row.key ^ 0x2545f491u, block);
  const float place = static_cast<float>(position) / static_cast<float>(row.length);
  const float from_end = place < 0.5f ? place : 1.0f - place;
  const float density = from_end < 0.1f ? 0.45f - 4.13f * from_end : 0.037f;
  const bool relevant = unit(block_word) < density;
  const float strength = unit(next_word(block_word, 100));
  const std::uint32_t word = word_at(row.key, position);
  float score = 0.0f;
  for (std::uint32_t head = 0; head < indexer_heads; ++head) {
    const std::uint32_t head_word = next_word(row.key, head);
    const std::uint32_t of_block = next_word(block_word, head);
    const float weight = 0.05f + 0.15f * unit(head_word);
    float product = rough_normal(next_word(word, 2 * head), next_word(word, 2 * head + 1)) - 0.4f;
    if (relevant) product += 0.8f + 0.5f * strength + 0.6f * unit(of_block);
    if (product > 0.0f) score += weight * product;
  }
  return score;
}

/// A captured row stretched to this length block by block, so that its ends stay ends and its
/// bursts bursts, each score moved by up to 1/64 of itself: zeros stay zeros, copies do not tie.
SIMT_INLINE float captured_score(const RowMaker& row, std::uint32_t position) {
  const auto length = static_cast<std::uint32_t>(row.length);
  const auto source_length = static_cast<std::uint32_t>(row.source.length);
  const std::uint32_t blocks = (length + block_positions - 1) / block_positions;
  const std::uint32_t source_blocks = (source_length + block_positions - 1) / block_positions;
  const std::uint32_t block = position / block_positions;
  const auto source_block =
      static_cast<std::uint32_t>(static_cast<std::uint64_t>(block) * source_blocks / blocks);
  std::uint32_t place = source_block * block_positions + position % block_positions;
  if (place >= source_length) place = source_length - 1;
  const float change = unit(word_at(row.key, position)) * 0x1p-5f - 0x1p-6f;
  return row.source.scores[place] * (1.0f + change);
}

/// Phase of the sampled view in the call's row: the row's number, its bits reversed.
SIMT_INLINE std::uint32_t view_phase(std::uint32_t call_row, std::uint32_t stride) {
  std::uint32_t phase = 0;
  for (std::uint32_t bit = 1; bit < stride; bit *= 2) {
    phase = phase * 2 + ((call_row & bit) != 0 ? 1u : 0u);
  }
  return phase;
}

/// Whether the position's sector of 32 bytes is in the view of whole sectors that the running
/// selector samples: of a row's sectors one in each of 2^n equal strata, jittered by the row's
/// number; a sector for every 512 scores, 2,048 at most.
SIMT_INLINE bool in_sector_view(std::uint32_t call_row, std::uint32_t length,
                                std::uint32_t position) {
  const std::uint32_t sectors = length / 8;
  const std::uint32_t share = length / 512;
  const std::uint32_t wanted = share + share / 3;
  std::uint32_t log2 = 0;
  while (log2 < 11 && (2u << log2) <= wanted) ++log2;
  const std::uint32_t sector = position / 8;
  if (sector >= sectors) return false;
  const auto stratum =
      static_cast<std::uint32_t>((static_cast<std::uint64_t>(sector) << log2) / sectors);
  for (std::uint32_t i = stratum; i <= stratum + 1 && i < 1u << log2; ++i) {
    std::uint32_t hash = (i * 0x9e3779b1u) ^ (call_row * 0x85ebca6bu);
    hash *= 0xc2b2ae35u;
    const std::uint32_t place = i << 16 | hash >> 16;
    if (static_cast<std::uint64_t>(place) * sectors >> (16 + log2) == sector) return true;
  }
  return false;
}

/// A float between 2^exponent and 2^(exponent + 1), every one as likely.
SIMT_INLINE float in_octave(int exponent, std::uint32_t word) {
  return __uint_as_float((static_cast<std::uint32_t>(exponent + 127) << 23) | (word & 0x7fffffu));
}

SIMT_INLINE float made_score(const RowMaker& row, std::uint32_t position) {
  constexpr float infinity = __builtin_huge_valf();
  const std::uint32_t word = word_at(row.key, position);
  const auto length = static_cast<std::uint32_t>(row.length);
  switch (row.family) {
    case Family::indexer:
      return indexer_score(row, position);
    case Family::captured:
      return captured_score(row, position);
    case Family::normal:
      return normal(word);
    case Family::concentrated:  // 32,768 values in [1, 1 + 2^-8): one coarse bin
      return __uint_as_float(0x3f800000u | (word & 0x7fffu));
    case Family::relu_sparse:  // 0.1 % not zero
      return unit(word) < 0.001f ? fabsf(normal(next_word(word, 7))) : 0.0f;
    case Family::all_equal:
      return 1.0f + static_cast<float>(row.key & 0xffu);
    case Family::tight_alias:
    case Family::loose_alias: {
      const bool seen = position % row.stride == view_phase(row.call_row, row.stride);
      return in_octave(seen == (row.family == Family::tight_alias) ? 0 : -1, word);
    }
    case Family::tight_sectors:
    case Family::loose_sectors: {
      const bool seen = in_sector_view(row.call_row, length, position);
      return in_octave(seen == (row.family == Family::tight_sectors) ? 0 : -1, word);
    }
    case Family::huge_scale:
      return normal(word) * 0x1p120f;
    case Family::tiny_scale:
      return normal(word) * 0x1p-110f;
    case Family::signed_zeros: {  // half of the rank above zero, a tenth below
      const float draw = unit(word) * static_cast<float>(length);
      if (draw < 0.5f * static_cast<float>(row.rank)) return in_octave(0, next_word(word, 7));
      if (draw > 0.9f * static_cast<float>(length)) return -in_octave(0, next_word(word, 7));
      return (word & 1u) != 0 ? -0.0f : 0.0f;
    }
    case Family::ascending:
      return static_cast<float>(position + 1);
    case Family::descending:
      return static_cast<float>(length - position);
    case Family::octaves:
      return in_octave(static_cast<int>((word >> 8) % 200u) - 100, next_word(word, 7));
    case Family::ten_values:
      return static_cast<float>((word >> 8) % 10u);
    case Family::top_last:
      return position + 4096 >= length ? 100.0f + 100.0f * unit(word) : normal(word);
    case Family::few_finite:
      return (word >> 8) % length < 100 ? unit(word) : -infinity;
    case Family::plus_inf:
      return (word >> 8) % length < 3000 ? infinity : normal(word);
    case Family::spikes:
      return position % 64 == (row.key & 63u) ? 10.0f + unit(word) : unit(word);
    case Family::negative:
      return -1.0f - fabsf(normal(word));
  }
  return 0.0f;
}

}  // namespace tailproof::gpu_bench
