#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace tailproof::generators::defined {
namespace {

enum class Shape { normal, uniform, lognormal, heavy_tailed };

// Pareto of index 1 with either sign: half of the magnitudes beyond 2, a few beyond 2^20.
float heavy_tailed(std::uint64_t random) {
  const float magnitude = 1.0f / (1.0f - unit_interval(random));
  const auto sign = static_cast<std::uint32_t>(random & 1u) << 31;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
}

float lognormal(std::uint64_t random) {
  return power_of_two_line(2.0f * bell_shape(random));
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

template <float (*draw)(std::uint64_t)>
void fill_with(std::span<float> scores, const CounterRandom& random) {
  each_draw(random, scores.size(),
            [&](std::size_t i, std::uint64_t drawn) { scores[i] = draw(drawn); });
}

void fill(const RowContext& context, std::span<float> scores) {
  const CounterRandom random = context.random();
  switch (static_cast<Shape>(context.parameter("shape"))) {
    case Shape::normal:
      return fill_bell(scores, random);
    case Shape::uniform:
      return fill_with<unit_interval>(scores, random);
    case Shape::lognormal:
      return fill_with<lognormal>(scores, random);
    case Shape::heavy_tailed:
      return fill_with<heavy_tailed>(scores, random);
  }
}

bool in_support(Shape shape, float score) {
  switch (shape) {
    case Shape::normal:
      return score >= -bell_limit && score <= bell_limit;
    case Shape::uniform:
      return score >= 0 && score < 1;
    case Shape::lognormal:
      return score > 0 && score < 256;
    case Shape::heavy_tailed:
      return (score >= 1 || score <= -1) && score <= 0x1p24f;
  }
  return false;
}

// Six standard deviations of a binomial half: one honest row in 10^9 would break it.
Promise promise(const RowContext& context, std::span<const float> scores) {
  const auto shape = static_cast<Shape>(context.parameter("shape"));
  const float middle = median(shape);
  std::int64_t upper = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!in_support(shape, scores[i])) {
      return Promise::broken("position " + std::to_string(i) + " is beyond the support");
    }
    upper += scores[i] > middle ? 1 : 0;
  }
  const std::int64_t excess = 2 * upper - context.length;
  if (excess * excess <= 36 * std::max<std::int64_t>(context.length, 36)) return Promise::kept();
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
