// The valid length of one row of a recipe.
#pragma once
#include "tailproof/generators/recipe.hpp"

namespace tailproof::generators {

/// Pure in (lengths, seed, row, N, K, policy). Outside [0, N] only where the kind says so.
[[nodiscard]] std::int32_t row_length(const Recipe& recipe, std::int64_t row);

/// The lengths a kind picks from, before the one for a row is chosen; empty for other kinds.
[[nodiscard]] std::vector<std::int64_t> length_choices(const Recipe& recipe, std::int64_t row);

}  // namespace tailproof::generators
