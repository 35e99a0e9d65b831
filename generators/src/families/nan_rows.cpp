#include "dealing.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

std::int64_t nan_count(const RowContext& context) {
  const std::int64_t percent = context.parameter("percent");
  return std::clamp<std::int64_t>(context.length * percent / 100, 1, context.length);
}

// Beyond the keys of both infinities lie those of NaN: quiet and signalling, one sign each.
constexpr Band positive_nans{0, key_of_plus_inf - 1};
constexpr Band negative_nans{key_of_minus_inf + 1, 0xffffffffu};

void fill(const RowContext& context, std::span<float> scores) {
  if (scores.empty()) return;
  Draws draws(context.random().child(row_choices));
  const std::int64_t nans = nan_count(context);
  const std::int64_t positive = draws.between(0, nans);
  const std::uint32_t start = draw_ordinary_key(draws);
  const Band finite = below(start, draw_reach(draws));
  deal(scores,
       {Share{positive_nans, positive}, Share{finite, context.length - nans},
        Share{negative_nans, nans - positive}},
       context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (scores.empty()) return Promise::not_applicable("L = 0");
  const auto nans = std::count_if(scores.begin(), scores.end(), [](float score) {
    return reference::is_nan_bits(std::bit_cast<std::uint32_t>(score));
  });
  if (nans == nan_count(context)) return Promise::kept();
  return Promise::broken(std::to_string(nans) + " NaNs, not " + std::to_string(nan_count(context)));
}

}  // namespace

const Family& nan_rows() {
  static const Family family{
      .name = "nan-rows",
      .attacks = "robustness out of contract: NaN of every kind, from one to a whole row",
      .parameters = {{"percent", 0, 100, 0, "share of NaN in the row; at least one"}},
      .fill = fill,
      .promise = promise,
      .in_contract = false};
  return family;
}

}  // namespace tailproof::generators::defined
