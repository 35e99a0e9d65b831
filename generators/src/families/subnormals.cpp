#include "bands.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

constexpr std::uint32_t smallest_normal = 0x00800000u;
constexpr std::uint32_t reach = 4096;  // keys to either side of the boundary

// Magnitudes [first, last] of a row, as bits.
Band magnitudes(const RowContext& context) {
  if (context.parameter("across") != 0) {
    return {smallest_normal - reach, smallest_normal + reach - 1};
  }
  return {1, smallest_normal - 1};
}

void fill(const RowContext& context, std::span<float> scores) {
  const Band band = magnitudes(context);
  each_draw(context.random(), scores.size(), [&](std::size_t i, std::uint64_t drawn) {
    const std::uint32_t magnitude =
        band.first + scale_word(static_cast<std::uint32_t>(drawn), band.size());
    scores[i] = std::bit_cast<float>(magnitude | (static_cast<std::uint32_t>(drawn >> 63) << 31));
  });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const Band band = magnitudes(context);
  std::int64_t subnormal = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(scores[i]) & 0x7fffffffu;
    if (magnitude < band.first || magnitude > band.last) {
      return Promise::broken("position " + std::to_string(i) + " is out of range");
    }
    subnormal += magnitude < smallest_normal ? 1 : 0;
  }
  if (context.parameter("across") != 0 && context.length >= 64 &&
      (subnormal == 0 || subnormal == context.length)) {
    return Promise::broken("one side of the normal boundary is empty");
  }
  return Promise::kept();
}

}  // namespace

const Family& subnormals() {
  static const Family family{
      .name = "subnormals",
      .attacks = "flush-to-zero and FP16 projection: scores that a fast mode makes equal to zero",
      .parameters = {{"across", 0, 1, 0, "0 subnormals only, 1 both sides of the normal boundary"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
