#include "bands.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t open = 0xffffffffu >> context.parameter("bits");
  const std::uint32_t key = draw_ordinary_key(draws);
  const Band band{key & ~open, key | open};
  each_word(context.random(), scores.size(),
            [&](std::size_t i, std::uint32_t word) { scores[i] = band.score(word); });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length < 32)
    return Promise::not_applicable("32 scores are sure to differ, fewer not");
  const auto open_bits = static_cast<unsigned>(32 - context.parameter("bits"));
  const std::uint32_t first = reference::key32(scores[0]);
  bool differ = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t key = reference::key32(scores[i]);
    if (key >> open_bits != first >> open_bits) {
      return Promise::broken("position " + std::to_string(i) + " has another prefix");
    }
    differ = differ || key != first;
  }
  // 32 scores are sure to differ, fewer may not.
  if (differ || context.length < 32) return Promise::kept();
  return Promise::broken("all scores are equal");
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
  const std::int64_t bits[] = {11, 22, 22, draws.between(9, 28)};
  recipe.parameters["bits"] = bits[draws.between(0, 3)];
}

}  // namespace

const Family& shared_prefix() {
  static const Family family{
      .name = "shared-prefix",
      .attacks = "keys cut short: leading bits are common to all, only the last digits separate",
      .parameters = {{"bits", 9, 28, 22, "leading key bits in common"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
