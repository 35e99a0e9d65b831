#include "fit.hpp"
#include "ranking.hpp"
#include "straddle.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t bin = reference::coarse(score_of_key(draw_ordinary_key(draws)));
  const auto shares = straddle(context, context.parameter("population"), keys_of_bin(bin), draws);
  deal(scores, shares, context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length <= context.rank()) return Promise::not_applicable("L <= K");
  const std::uint32_t bin = reference::coarse(score_of_key(cut_at(scores, context.rank()).key));
  const auto population = std::count_if(
      scores.begin(), scores.end(), [bin](float score) { return reference::coarse(score) == bin; });
  const std::int64_t wanted = std::min(context.parameter("population"), context.length);
  if (population == wanted) return Promise::kept();
  return Promise::broken("rank K falls into a bin of " + std::to_string(population) + ", not " +
                         std::to_string(wanted));
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
  const std::int64_t capacity = recipe.policy.candidate_capacity();
  const std::int64_t populations[] = {capacity - 1, capacity, capacity + 1, 3 * capacity,
                                      recipe.width};
  const std::int64_t population =
      std::clamp<std::int64_t>(populations[draws.between(0, 4)], 1, (std::int64_t{1} << 31) - 2);
  recipe.parameters["population"] = population;
  lengthen(recipe, std::max(recipe.rank + std::int64_t{1}, population), draws);
}

}  // namespace

const Family& one_coarse_bin() {
  static const Family family{
      .name = "one-coarse-bin",
      .attacks = "candidate storage: the bin of rank K holds just under, at, over or 3 times CAP",
      .parameters = {{"population", 1, (std::int64_t{1} << 31) - 1, 64,
                      "scores in the bin of rank K; at most the row"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
