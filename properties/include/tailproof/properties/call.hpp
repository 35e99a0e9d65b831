/// One call of a selector, as every subject receives it. Source: spec section 1.
#pragma once
#include "tailproof/generators/case.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tailproof::properties {

/// M score rows in memory, a rank, and the policy that the rows were built for. Owns no scores.
/// Unlike the reference's own input it may be outside the contract: see contract_breach().
struct Call {
  reference::ScoreMatrix matrix;
  std::int32_t rank = 1;
  /// What a subject that follows policies runs under; others ignore it.
  reference::Policy policy;
  /// Rows that the shape is to have room for beyond the live ones (a captured launch with less to
  /// do). Only a subject that reads how many rows are live has any.
  std::int64_t spare_rows = 0;
  /// True where whoever made the rows knows each of them to be within the contract: nobody needs
  /// to look through the scores again.
  bool known_legal = false;
  /// The memory that the scores lie in from its start, where it is known; may be null.
  const generators::ScoreMemory* memory = nullptr;

  [[nodiscard]] std::int64_t rows() const noexcept { return matrix.rows(); }
};

/// The call that a case is made for; valid as long as the case.
[[nodiscard]] Call call_of(const generators::Case& made) noexcept;

/// Why a row is outside the operator's contract ("NaN at position 3", "length -1 outside [0, 64]"),
/// or nothing for a legal row. Reads only [0, min(L, N)).
[[nodiscard]] std::optional<std::string> contract_breach(const Call& call, std::int64_t row);

/// True if every row is within the contract.
[[nodiscard]] bool within_contract(const Call& call);

}  // namespace tailproof::properties
