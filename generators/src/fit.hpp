// What several families do to a drawn recipe so that their promise applies.
#pragma once
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/generators/recipe.hpp"

#include <algorithm>
#include <cstdint>

namespace tailproof::generators {

/// N at least this wide.
inline void widen(Recipe& recipe, std::int64_t least) {
  recipe.width = std::max(recipe.width, least);
}

/// Every row has at least `least` valid scores; some rows may have more.
inline void lengthen(Recipe& recipe, std::int64_t least, Draws& draws) {
  widen(recipe, least);
  recipe.lengths = {};
  if (draws.chance(40)) recipe.lengths = {LengthKind::ragged, least, {}};
}

/// Every row is longer than K.
inline void exceed_rank(Recipe& recipe, Draws& draws) {
  lengthen(recipe, recipe.rank + std::int64_t{1}, draws);
}

}  // namespace tailproof::generators
