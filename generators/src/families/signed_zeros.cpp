#include "fit.hpp"
#include "ranking.hpp"
#include "straddle.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::int64_t zeros = draws.between(2, std::max<std::int64_t>(2, context.length));
  deal(scores, straddle(context, zeros, only(key_of_zero), draws), context.random());
  std::uint32_t sign = draws.chance(50) ? 0x80000000u : 0u;
  for (float& score : scores) {
    const auto bits = std::bit_cast<std::uint32_t>(score);
    const std::uint32_t turn = bits << 1 == 0 ? 0x80000000u : 0u;
    score = std::bit_cast<float>(bits | (turn & sign));
    sign ^= turn;
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const std::int64_t rank = context.rank();
  if (context.length <= rank) return Promise::not_applicable("L <= K");
  const Cut cut = cut_at(scores, rank);
  if (cut.key != key_of_zero) return Promise::broken("rank K is no zero");
  if (cut.better + cut.equal <= rank) return Promise::broken("the zeros end at rank K");
  std::int64_t negative = 0;
  for (const float score : scores) {
    negative += std::bit_cast<std::uint32_t>(score) == 0x80000000u ? 1 : 0;
  }
  const std::int64_t uneven = cut.equal - 2 * negative;
  if (uneven < -1 || uneven > 1) {
    return Promise::broken(std::to_string(negative) + " of " + std::to_string(cut.equal) +
                           " zeros are negative");
  }
  return Promise::kept();
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& signed_zeros() {
  static const Family family{
      .name = "signed-zeros",
      .attacks = "zeros made canonical in one phase only: -0 and +0 alternate across rank K",
      .parameters = {},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
