#include "hostile_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tailproof::test {
namespace {

using reference::PolicyParameters;
using reference::Proposal;
constexpr float infinity = std::numeric_limits<float>::infinity();

float any_float(Random& random) {
  while (true) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (x == x) return x;
  }
}

float uniform(Random& random) {
  return static_cast<float>(random.below(1u << 24)) / 16777216.0f;
}

// The scores of one position; a family is a function of the position and its phase in the view.
using Score = float (*)(Random&, std::int64_t position, std::int64_t length, bool sampled);

struct Family {
  const char* name;
  Score score;
};

constexpr std::array families = {
    Family{"uniform", [](Random& r, std::int64_t, std::int64_t, bool) { return uniform(r); }},
    Family{"any bits", [](Random& r, std::int64_t, std::int64_t, bool) { return any_float(r); }},
    Family{"three values", [](Random& r, std::int64_t, std::int64_t,
                              bool) { return static_cast<float>(r.between(-1, 1)); }},
    Family{"one coarse bin",
           [](Random& r, std::int64_t, std::int64_t, bool) {
             return std::bit_cast<float>(0x3f800000u + r.below(0x2000));
           }},
    Family{"adjacent floats", [](Random& r, std::int64_t, std::int64_t,
                                 bool) { return std::bit_cast<float>(0xc0490fdbu + r.below(40)); }},
    Family{"around a bin's floor",
           [](Random& r, std::int64_t, std::int64_t, bool) {
             const std::uint32_t floor =
                 std::bit_cast<std::uint32_t>(independent::cutoff(r.between(500, 1500)));
             return std::bit_cast<float>(floor + r.below(3) - 1);
           }},
    Family{"zeros and subnormals",
           [](Random& r, std::int64_t, std::int64_t, bool) {
             return std::bit_cast<float>((r.below(2) << 31) | r.below(3));
           }},
    Family{"mostly -inf", [](Random& r, std::int64_t, std::int64_t,
                             bool) { return r.one_in(10) ? uniform(r) : -infinity; }},
    Family{"some +inf", [](Random& r, std::int64_t, std::int64_t,
                           bool) { return r.one_in(4) ? infinity : uniform(r); }},
    Family{"beyond FP16",
           [](Random& r, std::int64_t, std::int64_t, bool) { return (uniform(r) - 0.5f) * 1e7f; }},
    Family{"sampled positions high",
           [](Random& r, std::int64_t, std::int64_t, bool sampled) {
             return uniform(r) + (sampled ? 10.0f : 0.0f);
           }},
    Family{"sampled positions low",
           [](Random& r, std::int64_t, std::int64_t, bool sampled) {
             return uniform(r) - (sampled ? 10.0f : 0.0f);
           }},
    Family{"some sampled positions high",
           [](Random& r, std::int64_t, std::int64_t, bool sampled) {
             return uniform(r) + (sampled && r.one_in(2) ? 1.0f : 0.0f);
           }},
    Family{"rising", [](Random&, std::int64_t i, std::int64_t length,
                        bool) { return static_cast<float>(i) / static_cast<float>(length); }},
    Family{"best at one end", [](Random& r, std::int64_t i, std::int64_t length,
                                 bool) { return uniform(r) + (i * 8 < length ? 2.0f : 0.0f); }},
};

PolicyParameters hostile_policy(Random& random) {
  PolicyParameters p;
  p.stride = 1u << random.between(1, random.one_in(4) ? 7 : 3);
  constexpr std::array<reference::Ratio, 5> ratios{{{1, 2}, {1, 1}, {3, 2}, {7, 4}, {3, 1}}};
  const auto rho = random.below(4);
  p.retention = ratios[rho];
  p.rescue.reset();
  if (!random.one_in(3))
    p.rescue = ratios[static_cast<std::size_t>(random.between(static_cast<std::int32_t>(rho), 4))];
  if (random.one_in(3)) p.segments = random.below(8) + 1;
  p.candidate_capacity = random.below(random.one_in(2) ? 20 : 300) + 1;
  constexpr std::array<std::array<std::uint8_t, 3>, 4> widths{
      {{11, 11, 10}, {16, 15, 1}, {8, 8, 16}, {10, 11, 11}}};
  p.digit_widths = widths[random.one_in(2) ? 0 : random.below(4)];
  p.early_exit = random.one_in(3);
  if (random.one_in(12)) p.proposal = Proposal::direct;
  if (random.one_in(12)) p.proposal = Proposal::direct_registers;
  return p;
}

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::int32_t Random::between(std::int32_t least, std::int32_t greatest) {
  return least + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(greatest - least + 1)));
}

independent::Rules rules_of(const reference::Policy& policy) {
  const PolicyParameters& p = policy.parameters();
  independent::Rules rules;
  rules.stride = static_cast<int>(p.stride);
  rules.rho_top = static_cast<int>(p.retention.numerator);
  rules.rho_bottom = static_cast<int>(p.retention.denominator);
  rules.rescue = p.rescue.has_value();
  if (p.rescue.has_value()) {
    rules.rho1_top = static_cast<int>(p.rescue->numerator);
    rules.rho1_bottom = static_cast<int>(p.rescue->denominator);
  }
  rules.segments = static_cast<int>(p.segments);
  rules.capacity = p.candidate_capacity;
  rules.digit_widths.assign(p.digit_widths.begin(), p.digit_widths.end());
  rules.early_exit = p.early_exit;
  if (p.proposal == Proposal::direct) rules.mapping = independent::Rules::direct;
  if (p.proposal == Proposal::direct_registers) {
    rules.mapping = independent::Rules::direct_registers;
  }
  return rules;
}

HostileCase hostile_case(std::uint64_t seed) {
  Random random(seed);
  const Family& family = families[seed % families.size()];
  HostileCase c;
  c.family = family.name;
  c.policy = reference::Policy(hostile_policy(random));
  c.rules = rules_of(c.policy);
  c.rank = random.between(1, random.one_in(3) ? 5 : 150);
  const std::int32_t length = random.one_in(6)    ? c.rank + random.between(-1, 1)
                              : random.one_in(20) ? 0
                                                  : random.between(c.rank, 4 * c.rank + 100);
  c.row = random.between(0, 300);
  const auto stride = static_cast<std::int64_t>(c.policy.stride());
  std::int64_t phase = 0;
  for (std::int64_t bit = 1; bit < stride; bit *= 2) {
    if ((c.row % stride & bit) != 0) phase += stride / 2 / bit;
  }
  for (std::int64_t i = 0; i < length; ++i) {
    c.scores.push_back(family.score(random, i, length, i % stride == phase));
  }
  return c;
}

}  // namespace tailproof::test
