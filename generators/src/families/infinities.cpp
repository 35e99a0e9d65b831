#include "dealing.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

enum class Mix { more_than_rank, exactly_rank, one_below_rank, bottom_class };

// Scores of +inf and of -inf in a row; the rest is finite.
struct Counts {
  std::int64_t plus = 0;
  std::int64_t minus = 0;
};

Counts counts(const RowContext& context, Draws& draws) {
  const std::int64_t length = context.length;
  const std::int64_t rank = context.rank();
  switch (static_cast<Mix>(context.parameter("mix"))) {
    case Mix::more_than_rank:
      return {length > rank ? draws.between(rank + 1, length) : length, 0};
    case Mix::exactly_rank:
      return {std::min(rank, length), 0};
    case Mix::one_below_rank:
      return {std::min(rank - 1, length), 0};
    case Mix::bottom_class: {
      const std::int64_t others = draws.between(0, std::min(rank - 1, length));
      return {draws.between(0, others / 2), length - others};
    }
  }
  return {};
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const auto [plus, minus] = counts(context, draws);
  const bool all_finite = draws.chance(50);
  const std::uint32_t start = draw_ordinary_key(draws);
  const Band finite =
      all_finite ? Band{first_finite_key, last_finite_key} : below(start, draw_reach(draws));
  const Band safe = finite.first <= unused_key && unused_key <= finite.last
                        ? Band{finite.first, key_of_zero}
                        : finite;
  deal(scores,
       {Share{only(key_of_plus_inf), plus}, Share{safe, context.length - plus - minus},
        Share{only(key_of_minus_inf), minus}},
       context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const std::int64_t rank = context.rank();
  if (context.length <= rank) return Promise::not_applicable("L <= K");
  std::int64_t plus = 0;
  std::int64_t minus = 0;
  for (const float score : scores) {
    plus += reference::key32(score) == key_of_plus_inf ? 1 : 0;
    minus += reference::key32(score) == key_of_minus_inf ? 1 : 0;
  }
  bool kept = false;
  switch (static_cast<Mix>(context.parameter("mix"))) {
    case Mix::more_than_rank:
      kept = plus > rank;
      break;
    case Mix::exactly_rank:
      kept = plus == rank;
      break;
    case Mix::one_below_rank:
      kept = plus == rank - 1;
      break;
    case Mix::bottom_class:
      kept = context.length - minus < rank;
      break;
  }
  if (kept) return Promise::kept();
  return Promise::broken(std::to_string(plus) + " of +inf and " + std::to_string(minus) +
                         " of -inf");
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& infinities() {
  static const Family family{
      .name = "infinities",
      .attacks = "sentinels and ranges: +inf around rank K, or rank K within a class of -inf",
      .parameters = {{"mix", 0, 3, 1,
                      "+inf: 0 more than K, 1 exactly K, 2 K-1; 3: fewer than K above -inf"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
