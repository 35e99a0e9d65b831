#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

// A small floating-point format: significand bits after the point, and the least normal exponent.
struct Grid {
  unsigned significand_bits;
  int least_exponent;
  float largest;
};

Grid grid_of(const RowContext& context) {
  static constexpr Grid grids[] = {
      {3, -6, 448.0f},         // FP8 E4M3
      {2, -14, 57344.0f},      // FP8 E5M2
      {7, -126, 0x1.fep127f},  // BF16
  };
  return grids[context.parameter("grid")];
}

// Cuts a score to the grid, toward zero.
float cut_to(const Grid& grid, float score) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(score);
  const int exponent = static_cast<int>(bits >> 23 & 0xffu) - 127;
  if (exponent >= grid.least_exponent) {
    return std::bit_cast<float>(bits & ~(0x7fffffu >> grid.significand_bits));
  }
  // Below the normals the grid is even: multiples of its least step, a power of two.
  const int step_exponent = grid.least_exponent - static_cast<int>(grid.significand_bits);
  if (step_exponent < -126) return std::bit_cast<float>(bits & 0xffff0000u);
  const auto step = std::bit_cast<float>(static_cast<std::uint32_t>(step_exponent + 127) << 23);
  return static_cast<float>(static_cast<std::int32_t>(score / step)) * step;
}

void fill(const RowContext& context, std::span<float> scores) {
  const Grid grid = grid_of(context);
  const auto exponent = static_cast<std::uint32_t>(127 + context.parameter("scale"));
  const auto factor = std::bit_cast<float>(exponent << 23);
  const CounterRandom random = context.random();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = cut_to(grid, bell_shape(random.at(i)) * factor);
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const Grid grid = grid_of(context);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const float magnitude =
        std::bit_cast<float>(std::bit_cast<std::uint32_t>(scores[i]) & 0x7fffffffu);
    if (magnitude <= grid.largest && cut_to(grid, magnitude) == magnitude) continue;
    return Promise::broken("position " + std::to_string(i) + " is off the grid");
  }
  return Promise::kept();
}

}  // namespace

const Family& quantised() {
  static const Family family{
      .name = "quantised",
      .attacks = "tie fill on real grids: FP8 and BF16 scores, dozens to thousands tied at rank K",
      .parameters = {{"grid", 0, 2, 0, "0 FP8 E4M3, 1 FP8 E5M2, 2 BF16"},
                     {"scale", -6, 6, 0, "power of two that the bell shape is stretched by"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
