// Rows whose view (spec 3) sees only the best scores, or none of them.
#pragma once
#include "bands.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/reference/view.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators {

/// Fills a row with better scores on one side of the view and worse ones on the other.
inline void fill_alias(const RowContext& context, bool view_is_better, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const reference::View view =
      reference::make_view(context.row, context.length, context.policy().stride());
  const std::uint32_t boundary = draw_ordinary_key(draws);
  Band seen = above(boundary, draw_reach(draws));
  Band unseen = below(boundary, draw_reach(draws));
  if (!view_is_better) std::swap(seen, unseen);
  const CounterRandom random = context.random();
  each_word(random, scores.size(),
            [&](std::size_t i, std::uint32_t word) { scores[i] = unseen.score(word); });
  for (std::size_t i = view.phase; i < scores.size(); i += view.stride) {
    scores[i] = seen.score(word_of(random, i));
  }
}

/// Kept if every score of the better side beats every score of the other.
[[nodiscard]] inline Promise alias_promise(const RowContext& context, bool view_is_better,
                                           std::span<const float> scores) {
  const std::uint32_t stride = context.policy().stride();
  const std::uint32_t phase = reference::view_phase(context.row, stride);
  if (context.length <= phase) return Promise::not_applicable("the view is empty");
  std::uint32_t worst_of_better = 0;
  std::uint32_t best_of_worse = 0xffffffffu;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t key = reference::key32(scores[i]);
    if ((i % stride == phase) == view_is_better) {
      worst_of_better = std::max(worst_of_better, key);
    } else {
      best_of_worse = std::min(best_of_worse, key);
    }
  }
  if (worst_of_better < best_of_worse) return Promise::kept();
  return Promise::broken("the view and the rest of the row overlap");
}

}  // namespace tailproof::generators
