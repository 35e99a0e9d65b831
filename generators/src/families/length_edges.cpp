#include "fit.hpp"
#include "row_length.hpp"
#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

LengthKind kind_of(const Recipe& recipe) {
  const auto given = recipe.parameters.find("around");
  return given != recipe.parameters.end() && given->second == 1 ? LengthKind::capacity_edges
                                                                : LengthKind::edges;
}

void fill(const RowContext& context, std::span<float> scores) {
  fill_bell(scores, context.random());
}

Promise promise(const RowContext& context, std::span<const float>) {
  if (context.recipe.lengths.kind != kind_of(context.recipe)) {
    return Promise::not_applicable("lengths given otherwise");
  }
  const auto choices = length_choices(context.recipe, context.row);
  if (choices.empty()) return Promise::not_applicable("no such lengths in (K, N]");
  if (std::find(choices.begin(), choices.end(), context.length) != choices.end()) {
    return Promise::kept();
  }
  return Promise::broken("a length of " + std::to_string(context.length));
}

void fit(Recipe& recipe, Draws& draws) {
  const std::int64_t capacity = recipe.policy.candidate_capacity();
  recipe.lengths = {kind_of(recipe), 0, {}};
  if (recipe.lengths.kind == LengthKind::capacity_edges) {
    widen(recipe, 3 * capacity + recipe.rank);
  } else if (draws.chance(80)) {
    widen(recipe, recipe.rank + std::int64_t{2});
  }
}

}  // namespace

const Family& length_edges() {
  static const Family family{
      .name = "length-edges",
      .attacks = "lengths of 0, 1, K-1, K, K+1 and around multiples of the candidate capacity",
      .parameters = {{"around", 0, 1, 0, "0 the rank, 1 the capacity"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
