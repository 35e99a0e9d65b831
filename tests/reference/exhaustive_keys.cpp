// Keys, coarse bins and cutoffs on all 2^32 floats, by one walk through them in numeric order.
#include "skip.hpp"
#include "sweep.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

// Steps of the walk: -inf is step 0, +inf the last; -0 is visited beside +0.
constexpr std::uint32_t infinity = 0x7f800000u;
constexpr std::uint64_t steps = 2 * std::uint64_t{infinity} + 1;

constexpr std::uint32_t bits_of_step(std::uint64_t step) {
  return step >= infinity ? static_cast<std::uint32_t>(step - infinity)
                          : 0x80000000u | static_cast<std::uint32_t>(infinity - step);
}

float value(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

using Floors = std::array<float, coarse_bins>;

Floors reference_floors() {
  Floors floors;
  for (std::uint32_t bin = 0; bin < coarse_bins; ++bin) floors[bin] = bin_floor(bin);
  return floors;
}

// Calls check(lower bits, upper bits) for each pair of neighbours that a block owns; the pair of
// step n is (n - 1, n). Neighbours are enough: each relation below is transitive.
template <class Check>
Sweep walk(std::uint64_t first, std::uint64_t last, Check check) {
  return sweep(first, last, [=](Block block) -> std::optional<std::uint64_t> {
    for (std::uint64_t step = block.first; step < block.first + block.count; ++step) {
      if (step == 0) continue;
      if (!check(bits_of_step(step - 1), bits_of_step(step))) return step;
    }
    return std::nullopt;
  });
}

// Numeric order (the processor's, on the values) and key order agree strictly.
template <class Key>
Sweep key_walk(std::uint64_t first, std::uint64_t last, Key key) {
  return walk(first, last, [=](std::uint32_t below, std::uint32_t above) {
    return value(below) < value(above) && key(above) < key(below);
  });
}

// Both at once, for one computation of the bins:
// - coarse never rises from a float to the next greater one;
// - { x >= floor(tau) } == { coarse(x) <= tau } for a float and every tau from +inf's bin down. The
//   floors fall as tau rises (checked apart), so both sets are up-sets of tau and it is enough that
//   they begin at the same tau: x reaches its own bin's floor and not that of the bin above.
template <class Coarse>
Sweep coarse_walk(std::uint64_t first, std::uint64_t last, const Floors& floors, Coarse coarse_of) {
  return sweep(first, last, [=, &floors](Block block) -> std::optional<std::uint64_t> {
    std::uint32_t bin_below =
        block.first == 0 ? coarse_bins : coarse_of(bits_of_step(block.first - 1));
    for (std::uint64_t step = block.first; step < block.first + block.count; ++step) {
      const std::uint32_t bits = bits_of_step(step);
      const std::uint32_t bin = coarse_of(bits);
      const bool rises = bin > bin_below;
      const bool reaches = value(bits) >= floors[bin];
      const bool overshoots = bin > first_reachable_bin && value(bits) >= floors[bin - 1];
      if (rises || !reaches || overshoots) return step;
      bin_below = bin;
    }
    return std::nullopt;
  });
}

std::uint64_t step_of(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  return (bits & 0x80000000u) != 0 ? infinity - magnitude : infinity + std::uint64_t{magnitude};
}

constexpr std::uint32_t minus_zero = 0x80000000u;

}  // namespace

TEST_CASE("key32 is strictly isomorphic to the numeric order of all floats") {
  CHECK(key32_of_bits(minus_zero) == key32_of_bits(0));
  CHECK(value(minus_zero) == value(0));
  if (!runs_whole_sweeps()) return skip("instrumented build: the sweep runs in the release build");
  const Sweep swept = key_walk(0, steps, key32_of_bits);
  CHECK(swept.visited == steps);
  CHECK_FALSE(swept.counterexample.has_value());
}

TEST_CASE("bits_of_key32 inverts key32 up to the sign of zero") {
  if (!runs_whole_sweeps()) return skip("instrumented build: the sweep runs in the release build");
  const Sweep swept = walk(0, steps, [](std::uint32_t, std::uint32_t bits) {
    return bits_of_key32(key32_of_bits(bits)) == bits;
  });
  CHECK(swept.visited == steps);
  CHECK_FALSE(swept.counterexample.has_value());
}

TEST_CASE("coarse is monotone, and both ways of admission agree, for every float and tau") {
  const Floors floors = reference_floors();
  for (std::uint32_t bin = 1; bin < coarse_bins; ++bin) CHECK(floors[bin] <= floors[bin - 1]);
  CHECK(coarse_of_bits(minus_zero) == coarse_of_bits(0));
  if (!runs_whole_sweeps()) return skip("instrumented build: the sweep runs in the release build");
  const Sweep swept = coarse_walk(0, steps, floors, coarse_of_bits);
  CHECK(swept.visited == steps);
  CHECK_FALSE(swept.counterexample.has_value());
}

TEST_CASE("bin_floor is the least float of its bin or better, for every reachable bin") {
  for (std::uint32_t bin = first_reachable_bin; bin <= last_reachable_bin; ++bin) {
    CAPTURE(bin);
    const std::uint64_t step = step_of(bin_floor(bin));
    CHECK(coarse_of_bits(bits_of_step(step)) <= bin);
    if (step > 0) CHECK(coarse_of_bits(bits_of_step(step - 1)) > bin);
  }
  for (std::uint32_t bin = 0; bin < first_reachable_bin; ++bin) {
    CHECK(bin_floor_bits(bin) == bin_floor_bits(first_reachable_bin));
  }
  for (std::uint32_t bin = last_reachable_bin; bin < coarse_bins; ++bin) {
    CHECK(bin_floor_bits(bin) == 0xff800000u);
  }
}

TEST_CASE("every bin from +inf's to -inf's is reached, and no other") {
  // With coarse monotone, the floors' own bins are all there are.
  CHECK(coarse_of_bits(infinity) == first_reachable_bin);
  CHECK(coarse_of_bits(0xff800000u) == last_reachable_bin);
  for (std::uint32_t bin = first_reachable_bin; bin <= last_reachable_bin; ++bin) {
    CHECK(coarse(bin_floor(bin)) == bin);
  }
}

TEST_CASE("the walks notice planted faults") {
  const std::uint64_t zero = step_of(0.0f);
  const auto no_canonical_zero = [](std::uint32_t bits) {
    return (bits & 0x80000000u) != 0 ? bits : 0x7fffffffu ^ bits;
  };
  // The walk itself passes over -0; its key must be asked for, as the test case above does.
  CHECK(no_canonical_zero(minus_zero) != no_canonical_zero(0));
  const auto raw_bits = [](std::uint32_t bits) { return ~bits; };
  CHECK(key_walk(0, 1 << 20, raw_bits).counterexample == 1u);
  const auto flushed = [](std::uint32_t bits) {
    return key32_of_bits((bits & 0x7f800000u) == 0 ? 0 : bits);
  };
  CHECK(key_walk(zero - 100, zero + 100, flushed).counterexample == zero - 100);
  CHECK_FALSE(key_walk(zero - 100, zero + 100, key32_of_bits).counterexample);

  const auto no_canonical_half = [](std::uint32_t bits) {
    const std::uint32_t half = half_of_bits(bits);
    return ((half & 0x8000u) != 0 ? half : 0x7fffu ^ half) >> 5;
  };
  CHECK(no_canonical_half(minus_zero) != no_canonical_half(0));
  const Floors good = reference_floors();
  const auto ascending = [](std::uint32_t bits) { return 2047u - coarse_of_bits(bits); };
  CHECK(coarse_walk(step_of(1.0f), step_of(2.0f), good, ascending).counterexample);

  for (const bool up : {true, false}) {
    Floors floors = good;
    const std::uint32_t bin = coarse(1.0f);
    const std::uint64_t at = step_of(floors[bin]);
    floors[bin] = value(bits_of_step(up ? at + 1 : at - 1));
    const auto found = coarse_walk(at - 1000, at + 1000, floors, coarse_of_bits).counterexample;
    CHECK(found == (up ? at : at - 1));
  }
  CHECK(coarse_walk(step_of(1.0f), step_of(2.0f), good, [](std::uint32_t bits) {
          return coarse_of_bits(bits & 0xffffe000u);  // truncates instead of rounding
        }).counterexample);
  CHECK_FALSE(coarse_walk(step_of(1.0f), step_of(2.0f), good, coarse_of_bits).counterexample);
}
