#include "bands.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

// The bits of a key that one digit of the policy covers.
struct DigitBits {
  unsigned shift = 0;
  std::uint32_t mask = 0;
};

DigitBits digit_bits(const RowContext& context) {
  const auto round = static_cast<std::size_t>(context.parameter("round"));
  const auto& widths = context.policy().parameters().digit_widths;
  unsigned shift = 32;
  for (std::size_t j = 0; j <= round; ++j) shift -= widths[j];
  return {shift, ((1u << widths[round]) - 1u) << shift};
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t common = draw_ordinary_key(draws);
  const DigitBits digit = digit_bits(context);
  each_word(context.random(), scores.size(), [&](std::size_t i, std::uint32_t word) {
    const std::uint32_t key = (common & ~digit.mask) | (word & digit.mask);
    scores[i] = score_of_key(is_score_key(key) ? key : common);
  });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length < 64)
    return Promise::not_applicable("64 scores are sure to differ, fewer not");
  const DigitBits digit = digit_bits(context);
  const std::uint32_t first = reference::key32(scores[0]);
  bool differ = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t changed = reference::key32(scores[i]) ^ first;
    if ((changed & ~digit.mask) != 0) {
      return Promise::broken("position " + std::to_string(i) + " differs in another digit");
    }
    differ = differ || changed != 0;
  }
  // 64 scores are sure to differ, fewer may not.
  if (differ || context.length < 64) return Promise::kept();
  return Promise::broken("all scores are equal");
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& digit_round() {
  static const Family family{
      .name = "digit-round",
      .attacks = "one refinement round: the scores differ in that round's digit alone",
      .parameters = {{"round", 0, 2, 2, "digit that differs, most significant first"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
