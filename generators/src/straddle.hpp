// A class of scores that rank K falls into: better scores before it, worse ones after it.
#pragma once
#include "dealing.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tailproof::generators {

/// Shares of a row in which `size` scores (all of the row if it is shorter) come from `middle`, the
/// better ones from above it and the worse ones from below. If L > K rank K falls into the middle,
/// and where size allows so does rank K + 1.
[[nodiscard]] inline std::array<Share, 3> straddle(const RowContext& context, std::int64_t size,
                                                   Band middle, Draws& draws) {
  const std::int64_t length = context.length;
  const std::int64_t rank = context.rank();
  size = std::min(size, length);
  const std::int64_t most = std::min(rank - 1, length - size);
  const std::int64_t least = std::clamp<std::int64_t>(rank + 1 - size, 0, most);
  const std::int64_t better = length > rank ? draws.between(least, most) : length - size;
  return {Share{above(middle.first, draw_reach(draws)), better}, Share{middle, size},
          Share{below(middle.last, draw_reach(draws)), length - size - better}};
}

}  // namespace tailproof::generators
