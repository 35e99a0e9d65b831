/// Refusal of input outside the operator's contract. Source: spec section 1.
#pragma once
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace tailproof::reference {

/// Position of the first NaN among the scores, if any. Integer test; one pass.
[[nodiscard]] std::optional<std::int64_t> first_nan(std::span<const float> scores) noexcept;

/// Throws ContractError "row R: NaN at position P (0x7fc00000)" if the valid prefix holds a NaN.
void require_no_nan(std::span<const float> scores, std::int64_t row);

/// Throws ContractError unless K >= 1, pitch >= width >= 0 and every length is in [0, width];
/// names the first offending row. Does not look at scores.
void require_shape(const ScoreMatrix& matrix, std::int32_t rank);

}  // namespace tailproof::reference
