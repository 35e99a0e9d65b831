#include "tailproof/reference/oracle.hpp"

#include "oracle_scan.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace tailproof::reference {
namespace {

constexpr std::int32_t sentinel = -1;
constexpr std::size_t block_size = 16384;
constexpr std::uint32_t worst_possible_key = std::numeric_limits<std::uint32_t>::max();

std::span<const float> block_of(std::span<const float> scores, std::size_t block) noexcept {
  const std::size_t first = block * block_size;
  return scores.subspan(first, std::min(block_size, scores.size() - first));
}

}  // namespace

struct Oracle::Row {
  std::span<const float> scores;
  std::int64_t number;
  std::span<const std::int32_t> indices;

  [[nodiscard]] std::int64_t length() const noexcept {
    return static_cast<std::int64_t>(scores.size());
  }
  [[nodiscard]] float score(std::int64_t position) const noexcept {
    return scores[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] bool valid(std::int32_t index) const noexcept {
    return index >= 0 && index < length();
  }
};

Oracle::Oracle(std::int32_t rank) : rank_(rank) {
  if (rank < 1) throw ContractError("K must be at least 1, got " + std::to_string(rank));
  bits_.reserve(static_cast<std::size_t>(rank));
}

Verdict Oracle::judge_row(std::span<const float> scores, std::int64_t row,
                          std::span<const std::int32_t> indices) {
  if (indices.size() != static_cast<std::size_t>(rank_)) {
    throw ContractError("row " + std::to_string(row) + ": " + std::to_string(indices.size()) +
                        " slots, not K = " + std::to_string(rank_));
  }
  const Row judged{scores, row, indices};
  Verdict verdict;
  verdict.rows = 1;
  mark_selected(judged, verdict);
  check_sentinels(judged, verdict);
  if (judged.length() > rank_ && distinct_ > 0) {
    check_best(judged, verdict);
  } else {
    require_no_nan(scores, row);
    if (judged.length() <= rank_) check_short(judged, verdict);
  }
  const bool any = std::any_of(verdict.findings.begin(), verdict.findings.end(),
                               [](const auto& finding) { return finding.has_value(); });
  verdict.rejected_rows = any ? 1 : 0;
  return verdict;
}

// Range and duplicates; collects the scores of the distinct valid positions.
void Oracle::mark_selected(const Row& row, Verdict& verdict) {
  selected_.assign((row.scores.size() + 63) / 64, 0);
  bits_.resize(row.indices.size());
  std::size_t distinct = 0;
  sentinels_ = 0;
  for (std::size_t slot = 0; slot < row.indices.size(); ++slot) {
    const std::int32_t index = row.indices[slot];
    if (!row.valid(index)) {
      note_invalid(row, slot, verdict);
      continue;
    }
    std::uint64_t& word = selected_[static_cast<std::size_t>(index) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((word & bit) != 0) {
      note_duplicate(row, slot, verdict);
      continue;
    }
    word |= bit;
    bits_[distinct++] = std::bit_cast<std::uint32_t>(row.score(index));
  }
  bits_.resize(distinct);
  distinct_ = static_cast<std::int64_t>(distinct);
}

void Oracle::note_invalid(const Row& row, std::size_t slot, Verdict& verdict) {
  const std::int32_t index = row.indices[slot];
  if (index == sentinel) {
    ++sentinels_;
    return;
  }
  verdict.note({ViolationKind::out_of_range, row.number, static_cast<std::int64_t>(slot), index,
                std::nullopt, std::nullopt, std::nullopt, std::nullopt});
}

void Oracle::note_duplicate(const Row& row, std::size_t slot, Verdict& verdict) const {
  const std::int32_t index = row.indices[slot];
  const auto earlier = std::find(row.indices.begin(), row.indices.end(), index);
  verdict.note({ViolationKind::duplicate, row.number, static_cast<std::int64_t>(slot), index, index,
                row.score(index), earlier - row.indices.begin(), std::nullopt});
}

// Exactly K - min(K, L) sentinels, after the indices.
void Oracle::check_sentinels(const Row& row, Verdict& verdict) const {
  if (sentinels_ == 0) return;
  const auto note_first = [&](ViolationKind kind, std::int64_t count) {
    const auto first = std::find(row.indices.begin(), row.indices.end(), sentinel);
    verdict.note({kind, row.number, first - row.indices.begin(), sentinel, std::nullopt,
                  std::nullopt, std::nullopt, std::nullopt},
                 count);
  };
  const std::int64_t due = std::max<std::int64_t>(0, rank_ - row.length());
  if (sentinels_ > due) note_first(ViolationKind::sentinel_for_index, sentinels_ - due);
  if (due == 0) return;
  const auto last_index = std::find_if(row.indices.rbegin(), row.indices.rend(),
                                       [](std::int32_t index) { return index != sentinel; });
  const auto early = std::count(last_index, row.indices.rend(), sentinel);
  if (early > 0) note_first(ViolationKind::sentinel_not_last, early);
}

// L <= K: every position must be there.
void Oracle::check_short(const Row& row, Verdict& verdict) const {
  if (distinct_ == row.length()) return;
  for (std::int64_t position = 0; position < row.length(); ++position) {
    if (selected(position)) continue;
    verdict.note({ViolationKind::omitted, row.number, std::nullopt, std::nullopt, position,
                  row.score(position), std::nullopt, std::nullopt},
                 row.length() - distinct_);
    return;
  }
}

// The one pass: compares counts of scores better than the worst selected. A NaN cannot hide: one
// that is selected is refused beforehand, any other shows as negative or as one better score too
// many, and then the row is searched for it.
void Oracle::check_best(const Row& row, Verdict& verdict) {
  const SelectedScan chosen = scan_selected(bits_);
  if (chosen.nan) require_no_nan(row.scores, row.number);
  const std::uint32_t worst_bits = bits_of_key32(chosen.worst_key);
  const std::size_t blocks = (row.scores.size() + block_size - 1) / block_size;
  better_.resize(blocks);
  std::int64_t better = 0;
  bool negative_nan = false;
  for (std::size_t block = 0; block < blocks; ++block) {
    const BlockScan found = scan_block(block_of(row.scores, block), worst_bits);
    better_[block] = found.better;
    better += found.better;
    negative_nan |= found.negative_nan;
  }
  if (better == chosen.better && !negative_nan) return;
  require_no_nan(row.scores, row.number);
  name_omitted(row, chosen.worst_key, verdict);
}

// Something better than the worst selected was left out: says what, and which slots it beats.
void Oracle::name_omitted(const Row& row, std::uint32_t worst_key, Verdict& verdict) const {
  std::int64_t worst_position = 0;
  std::vector<std::uint32_t> missed = better_;
  for (std::size_t word = 0; word < selected_.size(); ++word) {
    for (std::uint64_t left = selected_[word]; left != 0; left &= left - 1) {
      const auto position = static_cast<std::int64_t>(word * 64) + std::countr_zero(left);
      const std::uint32_t key = key32(row.score(position));
      if (key < worst_key) --missed[static_cast<std::size_t>(position) / block_size];
      if (key == worst_key) worst_position = position;
    }
  }
  std::int64_t best_position = -1;
  std::uint32_t best_key = worst_possible_key;
  for (std::size_t block = 0; block < missed.size(); ++block) {
    if (missed[block] == 0) continue;
    const auto first = static_cast<std::int64_t>(block * block_size);
    const auto count = static_cast<std::int64_t>(block_of(row.scores, block).size());
    for (std::int64_t position = first; position < first + count; ++position) {
      const std::uint32_t key = key32(row.score(position));
      if (key >= worst_key || selected(position)) continue;
      verdict.note({ViolationKind::omitted, row.number, std::nullopt, std::nullopt, position,
                    row.score(position), worst_position, row.score(worst_position)});
      if (key < best_key) {
        best_key = key;
        best_position = position;
      }
    }
  }
  for (std::size_t slot = 0; slot < row.indices.size(); ++slot) {
    const std::int32_t index = row.indices[slot];
    if (!row.valid(index) || key32(row.score(index)) <= best_key) continue;
    verdict.note({ViolationKind::not_among_best, row.number, static_cast<std::int64_t>(slot), index,
                  index, row.score(index), best_position, row.score(best_position)});
  }
}

Verdict Oracle::judge(const ScoreMatrix& matrix, std::span<const std::int32_t> indices,
                      std::int64_t pitch) {
  require_shape(matrix, rank_);
  if (pitch < rank_) {
    throw ContractError("index pitch " + std::to_string(pitch) +
                        " is less than K = " + std::to_string(rank_));
  }
  const std::int64_t needed = matrix.rows() == 0 ? 0 : (matrix.rows() - 1) * pitch + rank_;
  if (static_cast<std::int64_t>(indices.size()) < needed) {
    throw ContractError(std::to_string(indices.size()) + " indices, but " +
                        std::to_string(matrix.rows()) + " rows need " + std::to_string(needed));
  }
  Verdict verdict;
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    verdict += judge_row(
        matrix.valid(row), row,
        indices.subspan(static_cast<std::size_t>(row * pitch), static_cast<std::size_t>(rank_)));
  }
  return verdict;
}

Verdict judge(const ScoreMatrix& matrix, std::int32_t rank, std::span<const std::int32_t> indices,
              std::int64_t pitch) {
  return Oracle(rank).judge(matrix, indices, pitch);
}

}  // namespace tailproof::reference
