#include "bands.hpp"
#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

std::int64_t nan_count(const RowContext& context) {
  const std::int64_t percent = context.parameter("percent");
  return std::clamp<std::int64_t>(context.length * percent / 100, 1, context.length);
}

// Quiet and signalling patterns of either sign.
float any_nan(std::uint64_t random) {
  const auto payload = static_cast<std::uint32_t>(random) & 0x807fffffu;
  return std::bit_cast<float>(0x7f800000u | payload | 1u);
}

void fill(const RowContext& context, std::span<float> scores) {
  if (scores.empty()) return;
  const std::int64_t nans = nan_count(context);
  Dealer dealer({Share{{}, nans}, Share{{}, context.length - nans}, Share{}});
  const CounterRandom random = context.random();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint64_t drawn = random.at(i);
    const bool is_nan = dealer.next_share(static_cast<std::uint32_t>(drawn >> 32)) == 0;
    scores[i] = is_nan ? any_nan(mix(drawn)) : bell_shape(mix(drawn));
  }
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
