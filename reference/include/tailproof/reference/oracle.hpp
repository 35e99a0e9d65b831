/// The oracle: is this a right answer? Set-valued, exact, on all rows. Source: spec section 1.
///
/// Only integer keys are compared, -0 equals +0, and nearly right is wrong. An answer is judged by
/// what the contract says, not against another selector's answer, so every tie choice and order
/// that is legal is accepted. The oracle's own trial is oracle_trial.hpp.
#pragma once
#include "tailproof/reference/oracle_verdict.hpp"
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tailproof::reference {

/// Judges rows of one rank, reusing its buffers: O(K) plus one bit a score. Not thread-safe.
///
/// A row is read once, plus its K selected scores: one pass counts the scores strictly better than
/// the worst selected one, and the answer is right if exactly as many are selected. Only in a row
/// that is rejected are the blocks that miss something read again, to name what they miss.
class Oracle {
 public:
  /// Throws ContractError unless K >= 1.
  explicit Oracle(std::int32_t rank);

  [[nodiscard]] std::int32_t rank() const noexcept { return rank_; }

  /// Judges one row.
  /// @param scores  the valid prefix, L scores
  /// @param row     row number, for messages only
  /// @param indices K slots
  /// Throws ContractError for a NaN (names row and position) and unless indices has K slots.
  [[nodiscard]] Verdict judge_row(std::span<const float> scores, std::int64_t row,
                                  std::span<const std::int32_t> indices);

  /// Judges every row. indices: row r in [r * pitch, r * pitch + K), pitch in elements.
  /// Throws ContractError as require_shape() and judge_row() do, and for a pitch less than K or
  /// fewer indices than the rows need.
  [[nodiscard]] Verdict judge(const ScoreMatrix& matrix, std::span<const std::int32_t> indices,
                              std::int64_t pitch);
  /// The same for packed indices (pitch = K).
  [[nodiscard]] Verdict judge(const ScoreMatrix& matrix, std::span<const std::int32_t> indices) {
    return judge(matrix, indices, rank_);
  }

 private:
  struct Row;
  void mark_selected(const Row& row, Verdict& verdict);
  void note_invalid(const Row& row, std::size_t slot, Verdict& verdict);
  void note_duplicate(const Row& row, std::size_t slot, Verdict& verdict) const;
  void check_sentinels(const Row& row, Verdict& verdict) const;
  void check_short(const Row& row, Verdict& verdict) const;
  void check_best(const Row& row, Verdict& verdict);
  void name_omitted(const Row& row, std::uint32_t worst_key, Verdict& verdict) const;
  [[nodiscard]] bool selected(std::int64_t position) const noexcept {
    return ((selected_[static_cast<std::size_t>(position) / 64] >> (position % 64)) & 1u) != 0;
  }

  std::int32_t rank_;
  std::int64_t distinct_ = 0;            ///< distinct valid positions of this row
  std::int64_t sentinels_ = 0;           ///< slots of this row that hold -1
  std::vector<std::uint64_t> selected_;  ///< one bit a position
  std::vector<std::uint32_t> bits_;      ///< scores of the distinct selected positions
  std::vector<std::uint32_t> better_;    ///< scores better than the worst selected, a block
};

/// One-shot form of Oracle::judge.
[[nodiscard]] Verdict judge(const ScoreMatrix& matrix, std::int32_t rank,
                            std::span<const std::int32_t> indices, std::int64_t pitch);

}  // namespace tailproof::reference
