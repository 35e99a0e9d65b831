// What the reference refuses, in which words; policies as values and as text.
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof/reference/trace_compare.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tailproof::reference;

namespace {

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

template <class Error, class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

std::string select_refusal(const std::vector<float>& scores,
                           const std::vector<std::int32_t>& lengths, std::int64_t width,
                           std::int64_t pitch, std::int32_t rank) {
  return refusal<ContractError>([&] {
    std::vector<std::int32_t> indices(lengths.size() * static_cast<std::size_t>(std::max(rank, 1)));
    select_all({scores.data(), lengths, width, pitch}, rank, Policy(), indices);
  });
}

std::string policy_refusal(const std::string& text) {
  return refusal<PolicyError>([&] { static_cast<void>(parse_policy(text)); });
}

}  // namespace

TEST_CASE("NaN is found at any position, whatever its bits") {
  for (const std::uint32_t bits :
       {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff800001u, 0x7fffffffu, 0xffffffffu}) {
    for (const std::size_t position : {0u, 1u, 1023u, 1024u, 2999u}) {
      std::vector<float> scores(3000, -std::numeric_limits<float>::infinity());
      CHECK_FALSE(first_nan(scores).has_value());
      scores[position] = std::bit_cast<float>(bits);
      CHECK(first_nan(scores) == static_cast<std::int64_t>(position));
      scores.back() = quiet_nan;
      CHECK(first_nan(scores) == static_cast<std::int64_t>(position));
    }
  }
  CHECK_FALSE(first_nan({}).has_value());
}

TEST_CASE("a NaN row is refused with row and position, padding may hold NaN") {
  CHECK(select_refusal({1, 2, 3, 4, quiet_nan, 6}, {3, 2}, 3, 3, 1) ==
        "row 1: NaN at position 1 (0x7fc00000)");
  CHECK(select_refusal({1, 2, quiet_nan, 4, 5, quiet_nan}, {2, 2}, 3, 3, 1) == "not refused");
  CHECK(select_refusal({quiet_nan}, {1}, 1, 1, 5) == "row 0: NaN at position 0 (0x7fc00000)");
}

TEST_CASE("shapes outside the contract are refused by name") {
  CHECK(select_refusal({1, 2}, {2}, 2, 2, 0) == "K must be at least 1, got 0");
  CHECK(select_refusal({1, 2}, {2}, 2, 2, -3) == "K must be at least 1, got -3");
  CHECK(select_refusal({1, 2}, {2}, 2, 1, 1) == "row pitch 1 is less than the width 2");
  CHECK(select_refusal({1, 2}, {3}, 2, 2, 1) == "row 0: valid length 3 is outside [0, 2]");
  CHECK(select_refusal({1, 2}, {1, -1}, 1, 1, 1) == "row 1: valid length -1 is outside [0, 1]");
  CHECK(select_refusal({}, {}, 0, 0, 1) == "not refused");
  CHECK_THROWS_AS(Selector(Policy(), 0), ContractError);
}

TEST_CASE("shapes are judged by themselves, at the edges too") {
  const auto shape = [](std::int64_t width, std::int64_t pitch, std::int32_t length,
                        std::int32_t rank) {
    const std::vector<std::int32_t> lengths = {length};
    return refusal<ContractError>([&] { require_shape({nullptr, lengths, width, pitch}, rank); });
  };
  CHECK(shape(4, 4, 4, 1) == "not refused");
  CHECK(shape(4, 4, 0, 1) == "not refused");
  CHECK(shape(0, 0, 0, 1) == "not refused");
  CHECK(shape(4, 4, 4, 0) == "K must be at least 1, got 0");
  CHECK(shape(4, 3, 2, 1) == "row pitch 3 is less than the width 4");
  CHECK(shape(-1, 0, 0, 1) == "row pitch 0 is less than the width -1");
  CHECK(shape(4, 4, 5, 1) == "row 0: valid length 5 is outside [0, 4]");
  CHECK(shape(4, 4, -1, 1) == "row 0: valid length -1 is outside [0, 4]");
}

TEST_CASE("all rows of a matrix are selected as each is by itself, with traces or without") {
  constexpr std::int64_t pitch = 40;
  std::vector<float> scores(3 * pitch);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(i * 31 % 47);
  const std::vector<std::int32_t> lengths = {40, 2, 33};
  const ScoreMatrix matrix{scores.data(), lengths, 40, pitch};
  const Policy policy = parse_policy("stride=2");
  const std::size_t rank = 5;
  std::vector<std::int32_t> traced(3 * rank, -9);
  std::vector<std::int32_t> untraced(3 * rank, -9);
  std::vector<Trace> traces(3);
  select_all(matrix, static_cast<std::int32_t>(rank), policy, traced, traces);
  select_all(matrix, static_cast<std::int32_t>(rank), policy, untraced);
  CHECK(traced == untraced);
  Selector selector(policy, static_cast<std::int32_t>(rank));
  CHECK(selector.rank() == 5);
  CHECK(selector.policy() == policy);
  for (std::size_t row = 0; row < 3; ++row) {
    std::vector<std::int32_t> alone(rank);
    Trace trace;
    selector.select(matrix.valid(static_cast<std::int64_t>(row)), static_cast<std::int64_t>(row),
                    alone, &trace);
    const auto first = traced.begin() + static_cast<std::ptrdiff_t>(row * rank);
    CHECK(std::equal(alone.begin(), alone.end(), first));
    CHECK(traces[row] == trace);
  }
}

TEST_CASE("routes have names, and names are of routes") {
  for (int r = 0; r < route_count; ++r) {
    const auto route = static_cast<Route>(r);
    CHECK(route_of_name(route_name(route)) == route);
  }
  CHECK(route_name(Route::trivial) == "trivial");
  CHECK(route_name(Route::direct) == "direct");
  CHECK_FALSE(route_of_name("").has_value());
  CHECK_FALSE(route_of_name("detour").has_value());
}

TEST_CASE("policies round-trip through text") {
  for (const char* text :
       {"", "stride=2", "rho=1/2,rescue=none", "segments=8,capacity=1", "digits=16+15+1",
        "proposal=direct", "proposal=direct-registers", "early-exit=1", "rho=2,rescue=3"}) {
    const Policy policy = parse_policy(text);
    CHECK(parse_policy(to_string(policy)) == policy);
  }
  CHECK(parse_policy("") == Policy());
  CHECK_FALSE(parse_policy("stride=64") == Policy());
}

TEST_CASE("each meaningless policy is refused with the reason") {
  CHECK(policy_refusal("stride=3") == "policy: stride must be a power of two in [2, 2^30], got 3");
  CHECK(policy_refusal("stride=1") == "policy: stride must be a power of two in [2, 2^30], got 1");
  CHECK(policy_refusal("rho=0/1") ==
        "policy: rho must be a ratio of two integers in [1, 65535], got 0/1");
  CHECK(policy_refusal("rescue=1/0") ==
        "policy: rescue must be a ratio of two integers in [1, 65535], got 1/0");
  CHECK(policy_refusal("rho=2/1,rescue=3/2") == "policy: rescue must be at least rho, or none");
  CHECK(policy_refusal("segments=0") == "policy: segments must be in [1, 1024], got 0");
  CHECK(policy_refusal("capacity=0") == "policy: capacity must be at least 1");
  CHECK(policy_refusal("digits=11+11+9") == "policy: digit widths must add up to 32");
  CHECK(policy_refusal("digits=20+6+6") ==
        "policy: digit widths must each be in [1, 16] and add up to 32");
  CHECK(policy_refusal("digits=11+21") ==
        "policy: in \"digits=11+21\": expected three widths such as 11+11+10");
  CHECK(policy_refusal("digits=33+1+1") ==
        "policy: in \"digits=33+1+1\": a digit width must be in [1, 16]");
  CHECK(policy_refusal("proposal=guess") ==
        "policy: in \"proposal=guess\": expected sampled, direct or direct-registers");
  CHECK(policy_refusal("early-exit=2") == "policy: in \"early-exit=2\": expected 0 or 1");
  CHECK(policy_refusal("stride=") == "policy: in \"stride=\": expected a whole number, got \"\"");
  CHECK(policy_refusal("stride=4x") ==
        "policy: in \"stride=4x\": expected a whole number, got \"4x\"");
  CHECK(policy_refusal("rho=1/2/3") == "policy: in \"rho=1/2/3\": expected a ratio such as 3/2");
  CHECK(policy_refusal("stride").find("expected NAME=VALUE") != std::string::npos);
  CHECK(policy_refusal("speed=9").find("unknown name; known are: proposal") != std::string::npos);
  CHECK(policy_refusal("stride=2,,") != "not refused");
}

TEST_CASE("each limit of a policy is inside it, and nothing beyond") {
  const std::string ratio = " must be a ratio of two integers in [1, 65535], got ";
  CHECK(policy_refusal("stride=1073741824") == "not refused");
  CHECK(policy_refusal("stride=2147483648") ==
        "policy: stride must be a power of two in [2, 2^30], got 2147483648");
  CHECK(policy_refusal("rho=65535/65535") == "not refused");
  CHECK(policy_refusal("rho=1/65535,rescue=65535") == "not refused");
  CHECK(policy_refusal("rho=65536/65535") == "policy: rho" + ratio + "65536/65535");
  CHECK(policy_refusal("rho=65535/65536") == "policy: rho" + ratio + "65535/65536");
  CHECK(policy_refusal("rho=1/0") == "policy: rho" + ratio + "1/0");
  CHECK(policy_refusal("rescue=65536/1") == "policy: rescue" + ratio + "65536/1");
  CHECK(policy_refusal("rho=3/2,rescue=3/2") == "not refused");
  CHECK(policy_refusal("rho=3/2,rescue=6/4") == "not refused");
  CHECK(policy_refusal("segments=1024") == "not refused");
  CHECK(policy_refusal("segments=1025") == "policy: segments must be in [1, 1024], got 1025");
  CHECK(policy_refusal("segments=4294967296") ==
        "policy: in \"segments=4294967296\": expected a whole number, got \"4294967296\"");
  CHECK(policy_refusal("capacity=1") == "not refused");
  const std::string widths = "policy: digit widths must each be in [1, 16] and add up to 32";
  CHECK(policy_refusal("digits=16+15+1") == "not refused");
  CHECK(policy_refusal("digits=1+16+15") == "not refused");
  CHECK(policy_refusal("digits=17+14+1") == widths);
  CHECK(policy_refusal("digits=16+16+0") == widths);
  CHECK(policy_refusal("digits=16+16+1") == widths);
  CHECK(policy_refusal("digits=32+0+0") == widths);
}

TEST_CASE("text says what a policy is, a missing denominator is 1") {
  CHECK(parse_policy("rho=2,rescue=3") == parse_policy("rho=2/1,rescue=3/1"));
  CHECK(parse_policy("early-exit=1").early_exit());
  CHECK_FALSE(parse_policy("early-exit=0").early_exit());
  CHECK(parse_policy("proposal=direct").proposal() == Proposal::direct);
  CHECK(to_string(parse_policy("")) ==
        "proposal=sampled,stride=128,rho=3/2,rescue=7/4,segments=1,capacity=4096,digits=11+11+10,"
        "early-exit=0");
  const std::string all =
      "proposal=direct-registers,stride=8,rho=5/4,rescue=none,segments=3,capacity=17,"
      "digits=16+9+7,early-exit=1";
  CHECK(to_string(parse_policy(all)) == all);
  PolicyParameters p;
  p.proposal = Proposal::direct_registers;
  p.stride = 8;
  p.retention = {5, 4};
  p.rescue.reset();
  p.segments = 3;
  p.candidate_capacity = 17;
  p.digit_widths = {16, 9, 7};
  p.early_exit = true;
  CHECK(parse_policy(all).parameters() == p);
  CHECK(parse_policy(all).digit(0xabcdef12u, 0) == 0xabcdu);
  CHECK(parse_policy(all).digit(0xabcdef12u, 1) == 0x1deu);
  CHECK(parse_policy(all).digit(0xabcdef12u, 2) == 0x12u);
}

TEST_CASE("trace comparison names the earliest phase that departs") {
  std::vector<float> scores(4000);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(i * 7919 % 4001);
  std::vector<std::int32_t> indices(300);
  Trace trace;
  Selector(parse_policy("stride=8"), 300).select(scores, 5, indices, &trace);
  CHECK_FALSE(first_departure(trace, trace).has_value());
  const auto departs_in = [&](auto edit) {
    Trace other = trace;
    edit(other);
    const auto departure = first_departure(trace, other);
    return departure ? std::string(phase_name(departure->phase)) + "/" + departure->field : "";
  };
  CHECK(departs_in([](Trace& t) { t.rank = 7; }) == "input/rank");
  CHECK(departs_in([](Trace& t) {
          ++*t.view;
          t.reads = 0;
        }) == "view/view");
  CHECK(departs_in([](Trace& t) { ++t.sampled_histogram[9]; }) == "proposal/sampled_histogram[9]");
  CHECK(departs_in([](Trace& t) { ++*t.tau0; }) == "proposal/tau0");
  CHECK(departs_in([](Trace& t) { t.count0.reset(); }) == "admission/count0");
  CHECK(departs_in([](Trace& t) { t.count1 = 4; }) == "band/count1");
  CHECK(departs_in([](Trace& t) { t.tau_star = 4; }) == "recovery/tau_star");
  CHECK(departs_in([](Trace& t) { t.route = Route::direct; }) == "entry/route");
  CHECK(departs_in([](Trace& t) { ++t.reads; }) == "entry/reads");
  CHECK(departs_in([](Trace& t) {
          ++t.rounds[1].kept;
          t.tie_slots = 9;
        }) == "refinement/rounds[1].kept");
  CHECK(departs_in([](Trace& t) { t.rounds.pop_back(); }) == "refinement/rounds");
  CHECK(departs_in([](Trace& t) { ++t.spilled; }) == "refinement/spilled");

  Trace without = trace;
  without.sampled_histogram.clear();
  CHECK(first_departure(trace, without).has_value());
  CHECK_FALSE(first_departure(trace, without, {.histograms = false}).has_value());
  without.reads = 0;
  CHECK(first_departure(trace, without, {.histograms = false}).has_value());
  CHECK_FALSE(first_departure(trace, without, {.histograms = false, .reads = false}).has_value());
}
