/// The view of whole sectors: which scores of a row are sampled. Source: docs/running.md, "View".
#pragma once
#include "tailproof/kernels/params.cuh"
#include "tailproof/kernels/running/storage.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Sectors sampled of a row: the power of two nearest (by a threshold of 3/4) to its share.
template <class Policy>
SIMT_INLINE std::uint32_t sector_count_log2(std::uint32_t length) {
  const std::uint32_t share = length / Policy::sector_share;
  const std::uint32_t scaled = max(1u, share + share / 3);
  const std::uint32_t most = length < Policy::long_row ? Policy::max_sectors : Policy::long_sectors;
  return bits_of(min(scaled, most)) - 1;
}

/// Sector number of sample `i` of 2^log2: stratified and jittered, so that bursts and periods do
/// not fool it.
SIMT_INLINE std::uint32_t sampled_sector(std::uint32_t row, std::uint32_t i, std::uint32_t log2,
                                         std::uint32_t sectors) {
  std::uint32_t hash = i * 0x9e3779b1u ^ row * 0x85ebca6bu;
  hash *= 0xc2b2ae35u;
  const std::uint32_t place = i << 16 | hash >> 16;
  return static_cast<std::uint32_t>(std::uint64_t{place} * sectors >> (16 + log2));
}

/// Sample rank whose score is the cutoff: the expected count of the top K in the sample and 4.5
/// standard deviations of it, so that the cutoff admits K scores nearly always.
template <class Policy>
SIMT_INLINE std::uint32_t requested_rank(std::uint32_t rank, std::uint32_t sampled,
                                         std::uint32_t length) {
  const std::uint32_t expected = (rank * sampled + length - 1) / length;
  const std::uint32_t square = Policy::margin_square * (expected + 2);
  std::uint32_t root = 0;
  for (std::uint32_t bit = 1u << 15; bit != 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= square) root += bit;
  }
  return min(expected + root + 6, sampled);
}

/// Batches of a sample of 2^log2 sectors. Each is spread over the whole row: batch b has the
/// sectors b, b + batches, b + 2 batches, ...
template <class Policy>
SIMT_INLINE std::uint32_t batch_count(std::uint32_t log2) {
  return ((1u << log2) - 1) / Policy::batch + 1;
}

/// Starts copies of batch `batch` of a row's sample into shared memory, by the whole group.
template <class Policy, class GroupType>
SIMT_INLINE void fetch_sample(const GroupType& group, Storage<Policy>& storage, const Row& row,
                              std::uint32_t log2, std::uint32_t batch) {
  const std::uint32_t batches = batch_count<Policy>(log2);
  const std::uint32_t count = (1u << log2) / batches;
  const std::uint32_t sectors = row.length / sector_scores;
  const bool aligned = (reinterpret_cast<std::uintptr_t>(row.scores) & 15u) == 0;
  for (std::uint32_t t = group.thread; t < 2 * count; t += GroupType::threads) {
    const auto number = static_cast<std::uint32_t>(row.number);
    const std::uint32_t sector = sampled_sector(number, t / 2 * batches + batch, log2, sectors);
    const float* from = row.scores + std::int64_t{sector} * sector_scores + (t & 1) * 4;
    if (aligned) {
      simt::cp_async<16>(storage.sample + t * 4, from, simt::ReadAgain{});
    } else {
      for (std::uint32_t i = 0; i < 4; ++i) {
        simt::cp_async<4>(storage.sample + t * 4 + i, from + i);
      }
    }
  }
}

}  // namespace tailproof::kernels::running
