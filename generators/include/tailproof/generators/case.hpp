/// A case in memory: what a subject is given.
#pragma once
#include "tailproof/generators/recipe.hpp"
#include "tailproof/generators/score_memory.hpp"
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tailproof::generators {

/// Rows given value by value, for cases that no recipe describes (shrunk rows, replayed files).
struct RawRows {
  std::vector<std::vector<float>> scores;  ///< valid prefixes, each at most width long
  std::int64_t width = 0;                  ///< N
  std::int32_t rank = 1;
  reference::Policy policy;
  Layout layout;
};

/// Score rows with layout, padding and guards, and everything else a selection needs. Movable.
class Case {
 public:
  Case(Case&&) noexcept = default;
  Case& operator=(Case&&) noexcept = default;

  /// The live rows. Where !in_contract() because of lengths, its valid() must not be called.
  [[nodiscard]] reference::ScoreMatrix matrix() const noexcept;
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  /// Rows with memory: live rows, then dead ones.
  [[nodiscard]] std::int64_t row_capacity() const noexcept { return rows_ + layout_.dead_rows; }
  [[nodiscard]] std::int64_t width() const noexcept { return width_; }
  [[nodiscard]] std::int64_t pitch() const noexcept { return width_ + layout_.pitch_extra; }
  [[nodiscard]] std::int32_t rank() const noexcept { return rank_; }
  [[nodiscard]] const reference::Policy& policy() const noexcept { return policy_; }
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  /// False when a length lies outside [0, N] or a valid prefix holds a NaN (spec 1).
  [[nodiscard]] bool in_contract() const noexcept { return in_contract_; }

  /// One length for every row of the capacity; those of dead rows are hostile.
  [[nodiscard]] std::span<const std::int32_t> lengths() const noexcept { return lengths_; }
  /// The scores of row r in [0, L), with L clamped to [0, N].
  [[nodiscard]] std::span<const float> scores(std::int64_t row) const noexcept;
  /// row_capacity() x pitch() elements from row 0 on: what a subject's allocation holds.
  [[nodiscard]] std::span<const float> elements() const noexcept;
  /// What elements() lies in: a large case can be mapped by another process.
  [[nodiscard]] const ScoreMemory& memory() const noexcept { return memory_; }
  /// Hash of lengths, elements and guards: differs when a subject wrote to its input.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept;

 private:
  friend class CaseBuilder;
  Case() = default;

  ScoreMemory memory_;
  float* base_ = nullptr;
  std::vector<std::int32_t> lengths_;
  std::int64_t rows_ = 0;
  std::int64_t width_ = 0;
  std::int32_t rank_ = 1;
  reference::Policy policy_;
  Layout layout_;
  bool in_contract_ = true;
};

/// The case of a recipe: pure, the same bytes on every platform. Throws InputError as
/// require_valid() does, and when the family is unavailable.
[[nodiscard]] Case materialise(const Recipe& recipe);

/// A case from given rows. Throws InputError for rows longer than the width.
[[nodiscard]] Case assemble(const RawRows& rows);

}  // namespace tailproof::generators
