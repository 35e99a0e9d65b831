// The reference against the independent account, on small rows made to hit every route and edge.
#include "agreement.hpp"
#include "hostile_rows.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <bit>
#include <set>
#include <string>
#include <vector>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

constexpr std::uint64_t case_count = 6000;

struct Selected {
  std::vector<std::int32_t> indices;
  Trace trace;
};

Selected select(const HostileCase& c) {
  Selected s{std::vector<std::int32_t>(static_cast<std::size_t>(c.rank), -9), {}};
  Selector(c.policy, c.rank).select(c.scores, c.row, s.indices, &s.trace);
  return s;
}

independent::Account account(const HostileCase& c) {
  return independent::account_for(static_cast<long>(c.row), c.scores, c.rank, c.rules);
}

}  // namespace

TEST_CASE("the reference's traces agree with the independent account, every answer is right") {
  std::set<Route> routes;
  std::set<std::pair<Route, bool>> split_routes;
  for (std::uint64_t seed = 0; seed < case_count; ++seed) {
    const HostileCase c = hostile_case(seed);
    const Selected selected = select(c);
    INFO("seed " << seed << ", " << c.family << ", L = " << c.scores.size() << ", K = " << c.rank
                 << ", row " << c.row << ", " << to_string(c.policy));
    REQUIRE(differences(account(c), selected.trace) == "");
    REQUIRE(Oracle(c.rank).judge_row(c.scores, c.row, selected.indices).accepted());
    routes.insert(selected.trace.route);
    split_routes.emplace(selected.trace.route, c.policy.segments() > 1);

    std::vector<std::int32_t> untraced(selected.indices.size(), -9);
    Selector(c.policy, c.rank).select(c.scores, c.row, untraced);
    REQUIRE(untraced == selected.indices);
  }
  CHECK(routes.size() == route_count);
  CHECK(split_routes.size() == 2 * route_count);
}

TEST_CASE("one selector reused over many rows answers as a fresh one does") {
  const Policy policy = parse_policy("stride=4,capacity=7,segments=3");
  Selector reused(policy, 20);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    HostileCase c = hostile_case(seed);
    c.policy = policy;
    c.rank = 20;
    const Selected fresh = select(c);
    std::vector<std::int32_t> indices(20, -9);
    Trace trace;
    reused.select(c.scores, c.row, indices, &trace);
    REQUIRE(indices == fresh.indices);
    REQUIRE(trace == fresh.trace);
  }
}

TEST_CASE("agreement is not vacuous: a changed trace, rule or row is noticed") {
  const auto change = [](auto edit) {
    std::int64_t noticed = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const HostileCase c = hostile_case(seed);
      Trace trace = select(c).trace;
      const Trace before = trace;
      edit(trace);
      if (trace == before) continue;
      if (differences(account(c), trace).empty()) return std::int64_t{-1};
      ++noticed;
    }
    return noticed;
  };
  CHECK(change([](Trace& t) { ++t.reads; }) > 0);
  CHECK(change([](Trace& t) { ++t.frontier_reads; }) > 0);
  CHECK(change([](Trace& t) { ++t.spilled; }) > 0);
  CHECK(change([](Trace& t) { t.tau_star.reset(); }) > 0);
  CHECK(change([](Trace& t) {
          if (t.t0_bits) ++*t.t0_bits;
        }) > 0);
  CHECK(change([](Trace& t) {
          if (t.count1) --*t.count1;
        }) > 0);
  CHECK(change([](Trace& t) {
          if (!t.rounds.empty()) ++t.rounds.back().kept;
        }) > 0);
  CHECK(change([](Trace& t) {
          if (!t.rounds.empty()) ++t.rounds[0].histogram[0];
        }) > 0);
  CHECK(change([](Trace& t) {
          if (!t.sampled_histogram.empty()) ++t.sampled_histogram.back();
        }) > 0);
  CHECK(change([](Trace& t) { t.coarse_histogram.clear(); }) > 0);

  int departures = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    HostileCase c = hostile_case(seed);
    c.rules.rho_top *= 2;  // another boundary is requested than the reference requests
    if (!differences(account(c), select(c).trace).empty()) ++departures;
  }
  CHECK(departures > 50);
}

TEST_CASE("both define coarse bins and cutoffs alike") {
  for (std::uint32_t bin = 0; bin < coarse_bins; ++bin) {
    CAPTURE(bin);
    CHECK(std::bit_cast<std::uint32_t>(independent::cutoff(static_cast<int>(bin))) ==
          bin_floor_bits(bin));
  }
  for (std::uint32_t step = 0; step < 1u << 20; ++step) {
    const std::uint32_t bits = step * 4093u;
    if (is_nan_bits(bits)) continue;
    const float x = std::bit_cast<float>(bits);
    if (independent::coarse_bin(x) != static_cast<int>(coarse(x))) {
      CAPTURE(bits);
      CHECK(independent::coarse_bin(x) == static_cast<int>(coarse(x)));
    }
  }
}

TEST_CASE("the hostile cases reach every mark of the reference") {
  MarkCounts counts;
  {
    const MarkScope scope(counts);
    for (std::uint64_t seed = 0; seed < case_count; ++seed) {
      static_cast<void>(select(hostile_case(seed)));
    }
  }
  for (int m = 0; m < mark_count; ++m) {
    const Mark which = static_cast<Mark>(m);
    CAPTURE(mark_name(which));
    CHECK(counts[which] > 0);
  }
}
