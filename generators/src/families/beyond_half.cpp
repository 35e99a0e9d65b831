#include "bands.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

enum class Range { huge, huge_negative, tiny, all };

constexpr std::uint32_t largest_half = 0x477fe000u;        // 65504
constexpr std::uint32_t half_of_least_half = 0x33000000u;  // 2^-25: below, FP16 gives zero
constexpr std::uint32_t largest_float = 0x7f7fffffu;

bool in_range(Range range, std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const bool negative = magnitude != bits;
  const bool huge = magnitude > largest_half && magnitude <= largest_float;
  const bool tiny = magnitude > 0 && magnitude < half_of_least_half;
  switch (range) {
    case Range::huge:
      return huge && !negative;
    case Range::huge_negative:
      return huge && negative;
    case Range::tiny:
      return tiny;
    case Range::all:
      return huge || tiny;
  }
  return false;
}

void fill(const RowContext& context, std::span<float> scores) {
  const auto range = static_cast<Range>(context.parameter("range"));
  const Band huge{largest_half + 1, largest_float};
  const Band tiny{1, half_of_least_half - 1};
  // Two random bits choose magnitude and sign, unless the range leaves no choice.
  const std::array<Band, 2> magnitudes{range == Range::tiny ? tiny : huge,
                                       range == Range::all    ? tiny
                                       : range == Range::tiny ? tiny
                                                              : huge};
  const std::uint32_t set = range == Range::huge_negative ? 0x80000000u : 0u;
  const std::uint32_t free = range == Range::tiny || range == Range::all ? 0x80000000u : 0u;
  // Masks choose between the magnitudes: branches at random would cost more than the draws.
  const std::uint32_t first_turn = magnitudes[0].first ^ magnitudes[1].first;
  const std::uint32_t size_turn = magnitudes[0].size() ^ magnitudes[1].size();
  each_draw(context.random(), scores.size(), [&](std::size_t i, std::uint64_t drawn) {
    const auto high = static_cast<std::uint32_t>(drawn >> 32);
    const std::uint32_t second = 0u - (high >> 30 & 1u);
    const std::uint32_t offset =
        scale_word(static_cast<std::uint32_t>(drawn), magnitudes[0].size() ^ (size_turn & second));
    const std::uint32_t magnitude = (magnitudes[0].first ^ (first_turn & second)) + offset;
    scores[i] = std::bit_cast<float>(set | (high & free) | magnitude);
  });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const auto range = static_cast<Range>(context.parameter("range"));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (in_range(range, std::bit_cast<std::uint32_t>(scores[i]))) continue;
    return Promise::broken("position " + std::to_string(i) + " is out of range");
  }
  return Promise::kept();
}

}  // namespace

const Family& beyond_half() {
  static const Family family{
      .name = "beyond-half",
      .attacks = "the FP16 projection: scores that it makes infinite or zero, all in one bin",
      .parameters = {{"range", 0, 3, 0,
                      "0 above 65504, 1 below -65504, 2 within 2^-25 of zero, 3 all of these"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
