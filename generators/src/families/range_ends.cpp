#include "dealing.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

constexpr std::int64_t low_end = 0;

// The last rank that the better of the two neighbours fills.
std::int64_t last_of_better(const RowContext& context) {
  return std::clamp<std::int64_t>(context.rank() - context.parameter("before"), 1,
                                  std::max<std::int64_t>(1, context.length - 1));
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::int64_t length = context.length;
  const std::int64_t better = std::min(last_of_better(context), length);
  const std::int64_t worse = length - better;
  if (context.parameter("end") == low_end) {
    const std::int64_t lowest = draws.between(std::min<std::int64_t>(1, better), better);
    deal(scores,
         {Share{above(last_finite_key, draw_reach(draws)), better - lowest},
          Share{only(last_finite_key), lowest}, Share{only(key_of_minus_inf), worse}},
         context.random());
  } else {
    const std::int64_t greatest = draws.between(std::min<std::int64_t>(1, worse), worse);
    deal(scores,
         {Share{only(key_of_plus_inf), better}, Share{only(first_finite_key), greatest},
          Share{below(first_finite_key, draw_reach(draws)), worse - greatest}},
         context.random());
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length <= context.rank()) return Promise::not_applicable("L <= K");
  const bool low = context.parameter("end") == low_end;
  const std::uint32_t upper = low ? last_finite_key : key_of_plus_inf;
  std::int64_t better = 0;  // up to and with the upper neighbour
  std::int64_t uppers = 0;
  std::int64_t lowers = 0;
  for (const float score : scores) {
    const std::uint32_t key = reference::key32(score);
    better += key <= upper ? 1 : 0;
    uppers += key == upper ? 1 : 0;
    lowers += key == upper + 1 ? 1 : 0;
  }
  if (better != last_of_better(context)) {
    return Promise::broken(std::to_string(better) + " scores down to the better neighbour");
  }
  if (uppers == 0 || lowers == 0) return Promise::broken("the neighbours do not meet");
  return Promise::kept();
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& range_ends() {
  static const Family family{
      .name = "range-ends",
      .attacks = "pads that a score may equal: the last finite value beside infinity across rank K",
      .parameters = {{"end", 0, 1, 0, "0: -FLT_MAX above -inf, 1: +inf above FLT_MAX"},
                     {"before", 0, 1, 0, "the better of the two ends so many ranks before K"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
