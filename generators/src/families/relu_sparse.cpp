#include "dealing.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

std::int64_t positives(const RowContext& context) {
  return std::min(context.length, context.rank() * context.parameter("percent") / 100);
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const Band positive = above(reference::key32(0x1p-10f), draw_reach(draws));
  const std::int64_t count = positives(context);
  deal(scores, {Share{positive, count}, Share{only(key_of_zero), context.length - count}, Share{}},
       context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  std::int64_t positive = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(scores[i]);
    if (bits > 0x7f800000u) {
      return Promise::broken("position " + std::to_string(i) + " has a sign");
    }
    positive += bits != 0 ? 1 : 0;
  }
  if (positive == positives(context)) return Promise::kept();
  return Promise::broken(std::to_string(positive) + " positive scores, not " +
                         std::to_string(positives(context)));
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& relu_sparse() {
  static const Family family{
      .name = "relu-sparse",
      .attacks = "threshold searches: a few positive scores over a plateau of exact zeros",
      .parameters = {{"percent", 0, 200, 50, "positive scores, in percent of K"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
