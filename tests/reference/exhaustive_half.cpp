// The FP16 projection against two independent ones, on all 2^32 floats.
#include "f16c.hpp"
#include "skip.hpp"
#include "sweep.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <Eigen/Core>
#include <array>
#include <bit>
#include <cfenv>
#include <cstdint>
#include <optional>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

using Halves = std::array<std::uint16_t, sweep_block>;

std::uint16_t eigen_half(std::uint32_t bits) {
  return Eigen::half(std::bit_cast<float>(bits)).x;
}

// First value of the block at which a projection departs from the expected halves. Of NaN only
// that it stays NaN is asked: payloads differ between implementations.
template <class Projection>
std::optional<std::uint64_t> departs(Block block, const Halves& expected, Projection projection) {
  for (std::uint32_t i = 0; i < block.count; ++i) {
    const auto bits = static_cast<std::uint32_t>(block.first) + i;
    const std::uint16_t half = projection(bits);
    const bool agrees = is_nan_bits(bits) ? (half & 0x7fffu) > 0x7c00u : half == expected[i];
    if (!agrees) return block.first + i;
  }
  return std::nullopt;
}

template <class Projection>
Sweep against_eigen(std::uint64_t first, std::uint64_t last, Projection projection) {
  return sweep(first, last, [=](Block block) {
    Halves expected;
    for (std::uint32_t i = 0; i < block.count; ++i) {
      expected[i] = eigen_half(static_cast<std::uint32_t>(block.first) + i);
    }
    return departs(block, expected, projection);
  });
}

template <class Projection>
Sweep against_f16c(std::uint64_t first, std::uint64_t last, Projection projection) {
  return sweep(first, last, [=](Block block) {
    Halves expected;
    f16c_halves(static_cast<std::uint32_t>(block.first), expected);
    return departs(block, expected, projection);
  });
}

// Planted faults.
std::uint16_t truncating(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x38800000u && magnitude < 0x477fe000u) {
    return static_cast<std::uint16_t>(((bits >> 16) & 0x8000u) |
                                      ((magnitude - (112u << 23)) >> 13));
  }
  return half_of_bits(bits);
}
std::uint16_t ties_away(std::uint32_t bits) {
  const bool tie = (bits & 0x1fffu) == 0x1000u && (bits & 0x7fffffffu) >= 0x38800000u;
  return half_of_bits(tie ? bits | 1u : bits);
}
std::uint16_t subnormals_flushed(std::uint32_t bits) {
  const std::uint16_t half = half_of_bits(bits);
  return (half & 0x7c00u) == 0 ? half & 0x8000u : half;
}

constexpr std::uint64_t near_one = 0x3f800000u;

}  // namespace

TEST_CASE("half agrees with Eigen::half on every float") {
  REQUIRE(std::fegetround() == FE_TONEAREST);
  if (!runs_whole_sweeps()) return skip("instrumented build: the sweep runs in the release build");
  const Sweep swept = against_eigen(0, all_32_bit_values, half_of_bits);
  CHECK(swept.visited == all_32_bit_values);
  CHECK_FALSE(swept.counterexample.has_value());
}

TEST_CASE("half agrees with the processor's F16C on every float") {
  if (!f16c_available()) return skip("this processor has no F16C");
  if (!runs_whole_sweeps()) return skip("instrumented build: the sweep runs in the release build");
  const Sweep swept = against_f16c(0, all_32_bit_values, half_of_bits);
  CHECK(swept.visited == all_32_bit_values);
  CHECK_FALSE(swept.counterexample.has_value());
}

TEST_CASE("the half sweeps notice planted faults") {
  CHECK(against_eigen(near_one, near_one + sweep_block, truncating).counterexample ==
        near_one + 0x1001);
  CHECK(against_eigen(near_one, near_one + sweep_block, ties_away).counterexample ==
        near_one + 0x1000);
  CHECK(against_eigen(0x33000000u, 0x33010000u, subnormals_flushed).counterexample == 0x33000001u);
  CHECK_FALSE(against_eigen(near_one, near_one + sweep_block, half_of_bits).counterexample);
  if (!f16c_available()) return skip("this processor has no F16C");
  CHECK(against_f16c(near_one, near_one + sweep_block, truncating).counterexample ==
        near_one + 0x1001);
  CHECK_FALSE(against_f16c(near_one, near_one + sweep_block, half_of_bits).counterexample);
}

TEST_CASE("Eigen::half needs round-to-nearest, ours does not care") {
  // 2^-20 (1 + 2^-23) is a subnormal half plus a little; only a mode other than nearest rounds up.
  const volatile std::uint32_t above = 0x35800001u;
  const std::uint16_t nearest = half_of_bits(above);
  REQUIRE(eigen_half(above) == nearest);
  std::fesetround(FE_UPWARD);
  const std::uint16_t eigen_upward = eigen_half(above);
  const std::uint16_t ours_upward = half_of_bits(above);
  std::fesetround(FE_TONEAREST);
  CHECK(eigen_upward != nearest);
  CHECK(ours_upward == nearest);
}
