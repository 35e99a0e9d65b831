#include "fit.hpp"
#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  const auto total = static_cast<float>(context.parameter("total"));
  const float slope = total / static_cast<float>(std::max<std::int64_t>(1, context.length));
  each_draw(context.random(), scores.size(), [&](std::size_t i, std::uint64_t drawn) {
    scores[i] = bell_shape(drawn) + slope * static_cast<float>(static_cast<std::int32_t>(i));
  });
}

// A drift of 10 exceeds two bell_limits by far enough to part the outer eighths of the row; a
// weaker one, which the recipe may ask for, does not.
constexpr std::int64_t parting = 10;

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length < 8) return Promise::not_applicable("eighths need 8 scores");
  const std::int64_t total = context.parameter("total");
  if (std::abs(total) < parting) return Promise::not_applicable("|total| < 10 parts nothing");
  const std::size_t eighth = scores.size() / 8;
  const auto [low, high] = total > 0 ? std::pair{scores.first(eighth), scores.last(eighth)}
                                     : std::pair{scores.last(eighth), scores.first(eighth)};
  const float highest_low = *std::max_element(low.begin(), low.end());
  const float lowest_high = *std::min_element(high.begin(), high.end());
  if (highest_low < lowest_high) return Promise::kept();
  return Promise::broken("the outer eighths of the row overlap");
}

void fit(Recipe& recipe, Draws& draws) {
  const std::int64_t total = draws.between(parting, 1000);
  recipe.parameters["total"] = draws.chance(50) ? total : -total;
}

}  // namespace

const Family& drift() {
  static const Family family{
      .name = "drift",
      .attacks = "bounds estimated from the front of a row whose scores rise or fall along it",
      .parameters = {{"total", -1000, 1000, 20,
                      "standard deviations from front to end; |t| < 10 promises nothing"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
