#include "running_bins.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/running.hpp"

#include <algorithm>
#include <bit>

namespace tailproof::reference {
namespace {

constexpr std::uint32_t key_of_minus_inf = key32_of_bits(0xff800000u);

std::uint32_t requested_rank(const RunningPolicy& policy, std::uint32_t rank, std::uint32_t sampled,
                             std::uint32_t length) {
  const std::uint64_t product = std::uint64_t{rank} * sampled;
  const auto expected = static_cast<std::uint32_t>((product + length - 1) / length);
  const std::uint64_t square = std::uint64_t{policy.margin_square} * (expected + 2);
  std::uint32_t root = 0;
  while (std::uint64_t{root + 1} * (root + 1) <= square && root + 1 < 65536) ++root;
  return std::min(expected + root + 6, sampled);
}

// Batch after batch, each spread over the whole row.
std::vector<std::uint32_t> sampled_keys(std::span<const float> scores, std::uint32_t row,
                                        std::uint32_t log2, std::uint32_t batches) {
  const auto sectors = static_cast<std::uint32_t>(scores.size() / running_sector);
  std::vector<std::uint32_t> keys;
  keys.reserve(std::size_t{running_sector} << log2);
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    for (std::uint32_t i = batch; i < 1u << log2; i += batches) {
      const std::size_t first =
          std::size_t{running_sector_of(row, i, log2, sectors)} * running_sector;
      for (std::size_t j = 0; j < running_sector; ++j) keys.push_back(key32(scores[first + j]));
    }
  }
  return keys;
}

}  // namespace

std::uint32_t running_sectors_log2(const RunningPolicy& policy, std::uint32_t length) {
  const std::uint32_t share = length / policy.sector_share;
  const std::uint32_t scaled = std::max(1u, share + share / 3);
  const auto floor_log2 = [](std::uint32_t v) {
    return static_cast<std::uint32_t>(std::bit_width(v)) - 1;
  };
  return floor_log2(
      std::min(scaled, length < policy.long_row ? policy.max_sectors : policy.long_sectors));
}

std::uint32_t running_sector_of(std::uint32_t row, std::uint32_t i, std::uint32_t log2,
                                std::uint32_t sectors) {
  std::uint32_t hash = (i * 0x9e3779b1u) ^ (row * 0x85ebca6bu);
  hash *= 0xc2b2ae35u;
  const std::uint32_t place = (i << 16) | (hash >> 16);
  return static_cast<std::uint32_t>((std::uint64_t{place} * sectors) >> (16 + log2));
}

RunningGuess running_guess(const RunningPolicy& policy, std::uint32_t rank,
                           std::span<const float> scores, std::uint32_t row) {
  const auto length = static_cast<std::uint32_t>(scores.size());
  const std::uint32_t log2 = running_sectors_log2(policy, length);
  const std::uint32_t batches = ((1u << log2) - 1) / policy.batch + 1;
  const std::vector<std::uint32_t> keys = sampled_keys(scores, row, log2, batches);
  RunningGuess guess;
  guess.sectors = 1u << log2;
  guess.q = requested_rank(policy, rank, static_cast<std::uint32_t>(keys.size()), length);
  const std::size_t first_batch = keys.size() / batches;
  const auto [best, worst] =
      std::minmax_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(first_batch));
  guess.best = *best;
  guess.fallback = key_of_minus_inf;
  // The best scores alone at first, in narrow bins; where they are too few, all.
  std::uint32_t first = *best;
  std::uint32_t last = *best + std::min(*worst - *best, (1u << (policy.bin_bits + 15)) - 1);
  std::uint32_t floor = 0;
  std::uint32_t wanted = guess.q;
  for (;;) {
    const RunningBins bins(keys, floor, first, last, policy.bin_bits);
    ++guess.rounds;
    if (guess.rounds == 1) {
      if (const auto fall = bins.find(4 * guess.q)) {
        guess.fallback = std::min(bins.last_of(*fall, false), key_of_minus_inf);
      }
    }
    const auto fall = bins.find(wanted);
    if (!fall) {
      if (last == *worst) break;
      last = *worst;
      const auto worsts = static_cast<std::uint32_t>(std::count(keys.begin(), keys.end(), *worst));
      // ReLU's zeros: no need to look closer.
      guess.by_ties = guess.rounds == 1 && worsts > 2 * guess.q &&
                      static_cast<std::uint32_t>(keys.size()) - worsts < guess.q;
      if (guess.by_ties) break;
      continue;
    }
    last = bins.last_of(*fall, true);
    guess.by_ties = bins.shift() == 0 && fall->held > 2 * guess.q;
    if (bins.shift() == 0 || fall->held <= std::max(2u, guess.q / 4)) break;
    wanted -= fall->before;
    first = bins.first_of(*fall);
    if (fall->bin != 0) floor = first;
  }
  guess.tied = last;
  guess.cutoff = std::min(guess.by_ties ? last - 1 : last, key_of_minus_inf);
  return guess;
}

}  // namespace tailproof::reference
