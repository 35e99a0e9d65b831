#include "shapes.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

void fill(const RowContext& context, std::span<float> scores) {
  const auto copies = static_cast<std::size_t>(context.parameter("copies"));
  const CounterRandom random = context.random();
  for (std::size_t begin = 0; begin < scores.size(); begin += copies) {
    const auto block = scores.subspan(begin, std::min(copies, scores.size() - begin));
    std::fill(block.begin(), block.end(), bell_shape(random.at(begin)));
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const auto copies = static_cast<std::size_t>(context.parameter("copies"));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (reference::key32(scores[i]) == reference::key32(scores[i - i % copies])) continue;
    return Promise::broken("position " + std::to_string(i) + " differs within its block");
  }
  return Promise::kept();
}

}  // namespace

const Family& block_repeated() {
  static const Family family{
      .name = "block-repeated",
      .attacks = "tie fill when block scores are copied to all their cells and K cuts a block",
      .parameters = {{"copies", 2, 256, 4, "neighbouring positions with the same score"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
