#include "fit.hpp"
#include "shapes.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/view.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  fill_bell(scores, context.random());
}

Promise promise(const RowContext& context, std::span<const float>) {
  const Recipe& recipe = context.recipe;
  if (recipe.lengths.kind != LengthKind::view_edges ||
      view_edge_lengths(context.row, recipe.width, recipe.rank, recipe.policy).empty()) {
    return Promise::not_applicable("no such lengths in (K, N]");
  }
  const std::int64_t size =
      reference::make_view(context.row, context.length, recipe.policy.stride()).size;
  const auto ranks = reference::requested_ranks(recipe.policy, recipe.rank);
  for (const std::int64_t asked : {ranks.primary, ranks.rescue.value_or(ranks.primary)}) {
    if (size == asked || size == asked - 1) return Promise::kept();
  }
  return Promise::broken("a view of " + std::to_string(size));
}

void fit(Recipe& recipe, Draws&) {
  const auto ranks = reference::requested_ranks(recipe.policy, recipe.rank);
  widen(recipe, (ranks.largest() + 1) * recipe.policy.stride());
  widen(recipe, recipe.rank + std::int64_t{1});
  recipe.lengths = {LengthKind::view_edges, 0, {}};
}

}  // namespace

const Family& view_edges() {
  static const Family family{
      .name = "view-edges",
      .attacks = "views that just reach, or just miss, the sample ranks asked of them",
      .parameters = {},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
