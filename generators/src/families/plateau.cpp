#include "fit.hpp"
#include "ranking.hpp"
#include "straddle.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t ordinary = draw_ordinary_key(draws);
  const std::uint32_t levels[] = {reference::key32(1.0f), key_of_zero, ordinary};
  const Band level = only(levels[context.parameter("level")]);
  deal(scores, straddle(context, context.parameter("width"), level, draws), context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const std::int64_t rank = context.rank();
  if (context.length <= rank) return Promise::not_applicable("L <= K");
  const Cut cut = cut_at(scores, rank);
  const std::int64_t width = std::min(context.parameter("width"), context.length);
  if (cut.equal != width) {
    return Promise::broken("a plateau of " + std::to_string(cut.equal) + ", not " +
                           std::to_string(width));
  }
  if (cut.better + cut.equal <= rank) return Promise::broken("the plateau ends at rank K");
  return Promise::kept();
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
  const std::int64_t capacity = recipe.policy.candidate_capacity();
  const std::int64_t widths[] = {2,
                                 3,
                                 recipe.rank,
                                 capacity,
                                 capacity + 1,
                                 recipe.width / 2,
                                 recipe.width,
                                 recipe.width,
                                 draws.between(2, std::max<std::int64_t>(2, recipe.width))};
  recipe.parameters["width"] = std::max<std::int64_t>(2, widths[draws.between(0, 8)]);
}

}  // namespace

const Family& plateau() {
  static const Family family{
      .name = "plateau",
      .attacks = "quota and tie fill: equal scores across rank K, up to a row of one value",
      .parameters = {{"width", 2, (std::int64_t{1} << 31) - 1, 8, "tied scores; at most the row"},
                     {"level", 0, 2, 2, "0 at one, 1 at zero, 2 anywhere ordinary"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
