#include "shapes.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <bit>
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

// Cuts scores to a grid, toward zero. Selects by masks, so that a row is cut without a branch.
class Cutter {
 public:
  explicit Cutter(const Grid& grid) noexcept : kept_(~(0x7fffffu >> grid.significand_bits)) {
    // Below the normals a grid is even: multiples of one step. FP32 shares BF16's exponents, so
    // there cutting bits does that already.
    const int step = grid.least_exponent - static_cast<int>(grid.significand_bits);
    if (step < -126) return;
    even_below_ = std::bit_cast<std::uint32_t>(power_of_two(grid.least_exponent));
    step_ = power_of_two(step);
    steps_ = power_of_two(-step);
  }

  [[nodiscard]] float operator()(float score) const noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(score);
    // Bits of magnitudes order as the magnitudes do.
    const std::uint32_t even = (bits & 0x7fffffffu) < even_below_ ? ~0u : 0u;
    const float steps = std::bit_cast<float>(bits & even) * steps_;
    const float rounded = static_cast<float>(static_cast<std::int32_t>(steps)) * step_;
    return std::bit_cast<float>((bits & kept_ & ~even) |
                                (std::bit_cast<std::uint32_t>(rounded) & even));
  }

 private:
  static float power_of_two(int exponent) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
  }

  std::uint32_t kept_;
  std::uint32_t even_below_ = 0;
  float step_ = 0;
  float steps_ = 0;
};

void fill(const RowContext& context, std::span<float> scores) {
  const Cutter cut(grid_of(context));
  const auto exponent = static_cast<std::uint32_t>(127 + context.parameter("scale"));
  const auto factor = std::bit_cast<float>(exponent << 23);
  each_draw(context.random(), scores.size(), [&](std::size_t i, std::uint64_t drawn) {
    scores[i] = cut(bell_shape(drawn) * factor);
  });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const Grid grid = grid_of(context);
  const Cutter cut(grid);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const float magnitude =
        std::bit_cast<float>(std::bit_cast<std::uint32_t>(scores[i]) & 0x7fffffffu);
    if (magnitude <= grid.largest && cut(magnitude) == magnitude) continue;
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
