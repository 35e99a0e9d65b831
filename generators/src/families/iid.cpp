#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace tailproof::generators::defined {
namespace {

enum class Shape { normal, uniform, lognormal, heavy_tailed };

float draw(Shape shape, std::uint64_t random) {
  switch (shape) {
    case Shape::normal:
      return bell_shape(random);
    case Shape::uniform:
      return unit_interval(random);
    case Shape::lognormal:
      return power_of_two_line(2.0f * bell_shape(random));
    case Shape::heavy_tailed: {  // Pareto of index 1, signed: half of them beyond 2, a few beyond
                                 // 2^20
      const float magnitude = 1.0f / (1.0f - unit_interval(random));
      return (random & 1u) != 0 ? -magnitude : magnitude;
    }
  }
  return 0;
}

// Half of the distribution lies above this.
float median(Shape shape) {
  switch (shape) {
    case Shape::uniform:
      return 0.5f;
    case Shape::lognormal:
      return 1.0f;
    case Shape::normal:
    case Shape::heavy_tailed:
      break;
  }
  return 0;
}

void fill(const RowContext& context, std::span<float> scores) {
  const auto shape = static_cast<Shape>(context.parameter("shape"));
  const CounterRandom random = context.random();
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = draw(shape, random.at(i));
}

// Six standard deviations of a binomial half: one honest row in 10^9 would break it.
Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length < 64) return Promise::not_applicable("a median needs 64 scores");
  const float middle = median(static_cast<Shape>(context.parameter("shape")));
  const auto upper =
      std::count_if(scores.begin(), scores.end(), [=](float score) { return score > middle; });
  const std::int64_t excess = 2 * upper - context.length;
  if (excess * excess <= 36 * context.length) return Promise::kept();
  return Promise::broken(std::to_string(upper) + " of " + std::to_string(context.length) +
                         " scores above the median");
}

}  // namespace

const Family& iid() {
  static const Family family{
      .name = "iid",
      .attacks = "the common case: independent scores, where most selectors are right",
      .parameters = {{"shape", 0, 3, 0, "0 normal, 1 uniform, 2 log-normal, 3 heavy-tailed"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
