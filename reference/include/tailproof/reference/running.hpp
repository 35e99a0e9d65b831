/// The running selector: an always exact cutoff in one pass, instead of propose, certify and
/// recover. Source: docs/running.md, whose phases these are; the kernel is
/// tailproof/kernels/running/select.cuh.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tailproof::reference {

/// What shapes the selection besides its input. Sizes in scores unless stated.
struct RunningPolicy {
  std::uint32_t pool = 8704;    ///< admitted scores that are held; a row this short is held whole
  std::uint32_t bin_bits = 11;  ///< log2 of the bins that a rank is looked for in
  std::uint32_t list = 128;     ///< scores that are ranked against each other at the end
  std::uint32_t batch =
      256;  ///< sectors looked at together; the first batch's scores span the first bins
  std::uint32_t max_sectors = 512;    ///< sampled of one row; a power of two
  std::uint32_t long_row = 3u << 18;  ///< rows from here on are sampled thinly
  std::uint32_t long_sectors = 256;   ///< sampled of those at most; a power of two
  std::uint32_t sector_share = 512;   ///< scores of a row for each sampled sector
  std::uint32_t margin_square = 40;   ///< standard deviations beyond the expected rank, squared
  std::uint32_t tile = 2048;          ///< scores of a redone row between two looks at the pool
  std::uint32_t tie_block = 2048;     ///< scores looked at together for ties
};

/// Scores of a sector: 32 bytes.
inline constexpr std::uint32_t running_sector = 8;

/// How a row came to its answer.
enum class RunningRoute : std::uint8_t {
  trivial,    ///< L <= K
  whole,      ///< the pool holds the row
  guessed,    ///< one pass
  tied,       ///< one pass, filled up with ties of the cutoff
  crowded,    ///< one pass; the guess admitted more than the pool holds
  underfull,  ///< a second pass: the guess admitted less than K
};

/// What the sample says of a row. Keys are key32: less is better.
struct RunningGuess {
  std::uint32_t sectors = 0;   ///< sampled
  std::uint32_t q = 0;         ///< requested rank of the sample
  std::uint32_t rounds = 0;    ///< of bins looked at
  std::uint32_t best = 0;      ///< key of the first batch's best score
  std::uint32_t cutoff = 0;    ///< the worst admitted key
  std::uint32_t tied = 0;      ///< the key that fills up, by_ties only
  std::uint32_t fallback = 0;  ///< the worst admitted key should the cutoff admit less than K
  bool by_ties = false;
};

/// What one row's selection does, as far as no schedule can change it.
struct RunningTrace {
  RunningRoute route = RunningRoute::trivial;
  std::uint32_t length = 0;
  std::uint32_t rank = 0;
  RunningGuess guess;       ///< all zero unless sampled
  std::uint32_t count = 0;  ///< admitted; pool + 1 where crowded
  std::uint32_t rounds =
      0;  ///< of the last settlement; with all below, absent where crowded or tied
  std::uint32_t first = 0;  ///< its range of keys
  std::uint32_t last = 0;
  std::uint32_t held = 0;         ///< candidates in it
  std::uint32_t quota = 0;        ///< and those of them that are taken
  std::uint32_t compactions = 0;  ///< of a redone row
  std::uint64_t reads = 0;        ///< scores read, the sample included
};

/// log2 of the number of sectors sampled of a row of this length (at least 1).
[[nodiscard]] std::uint32_t running_sectors_log2(const RunningPolicy& policy, std::uint32_t length);

/// Number of the sector that sample i of 2^log2 takes, of `sectors` in the row.
[[nodiscard]] std::uint32_t running_sector_of(std::uint32_t row, std::uint32_t i,
                                              std::uint32_t log2, std::uint32_t sectors);

/// Guesses a cutoff for a row longer than the pool. scores: the valid prefix.
[[nodiscard]] RunningGuess running_guess(const RunningPolicy& policy, std::uint32_t rank,
                                         std::span<const float> scores, std::uint32_t row);

/// Selects one row: min(K, L) positions in ascending order, the lowest among equal scores, then -1.
/// indices: K slots. Throws ContractError naming row and position of a NaN.
RunningTrace running_select(const RunningPolicy& policy, std::span<const float> scores,
                            std::uint32_t row, std::span<std::int32_t> indices);

}  // namespace tailproof::reference
