#include "fit.hpp"
#include "row_length.hpp"
#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  fill_bell(scores, context.random());
}

Promise promise(const RowContext& context, std::span<const float>) {
  const Recipe& recipe = context.recipe;
  if (recipe.lengths.kind != LengthKind::out_of_contract) {
    return Promise::not_applicable("lengths given otherwise");
  }
  const std::int64_t length = row_length(recipe, context.row);
  if (length < 0 || length > recipe.width) return Promise::kept();
  return Promise::broken("a legal length of " + std::to_string(length));
}

void fit(Recipe& recipe, Draws&) {
  recipe.lengths = {LengthKind::out_of_contract, 0, {}};
}

}  // namespace

const Family& bad_lengths() {
  static const Family family{
      .name = "bad-lengths",
      .attacks = "robustness out of contract: lengths below zero and beyond the width",
      .parameters = {},
      .fill = fill,
      .promise = promise,
      .fit = fit,
      .in_contract = false};
  return family;
}

}  // namespace tailproof::generators::defined
