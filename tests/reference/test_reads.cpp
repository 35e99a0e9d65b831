// Score-row reads equal table 2 of the paper (spec 6) on every route, KV-split included.
#include "hostile_rows.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <map>
#include <vector>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

// The table, from the fields that say what a route read: L, V and P.
std::int64_t table(const Trace& t, const Policy& policy) {
  const std::int64_t L = t.length;
  const std::int64_t V = t.view.value_or(0) * policy.segments();
  switch (t.route) {
    case Route::trivial:
      return 0;
    case Route::certified:
    case Route::certified_exactly:
      return L + V;
    case Route::band:
      return 2 * L + V;
    case Route::exact_no_rescue:
      return 3 * L + V;
    case Route::exact_after_band:
      return 4 * L + V;
    case Route::exact_no_view:
      return 2 * L;
    case Route::direct:
      return policy.proposal() == Proposal::direct_registers ? L : 2 * L;
  }
  return -1;
}

}  // namespace

TEST_CASE("reads equal the table on every route, with and without KV-split") {
  std::map<std::pair<Route, bool>, int> seen;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const HostileCase c = hostile_case(seed);
    std::vector<std::int32_t> indices(static_cast<std::size_t>(c.rank));
    Trace trace;
    Selector(c.policy, c.rank).select(c.scores, c.row, indices, &trace);
    INFO("seed " << seed << ", " << route_name(trace.route) << ", " << to_string(c.policy));
    REQUIRE(trace.reads == table(trace, c.policy));
    std::int64_t frontier = 0;
    std::int64_t held = trace.frontier.value_or(0);
    for (const RoundTrace& round : trace.rounds) {
      frontier += held;
      held = round.kept;
    }
    REQUIRE(trace.frontier_reads == frontier);
    ++seen[{trace.route, c.policy.segments() > 1}];
  }
  CHECK(seen.size() == 2 * route_count);
}

TEST_CASE("the table tells the routes' reads apart") {
  Trace t;
  t.length = 1000;
  t.view = 8;
  const Policy policy;
  std::map<std::int64_t, int> distinct;
  for (int r = 0; r < route_count; ++r) {
    t.route = static_cast<Route>(r);
    ++distinct[table(t, policy)];
  }
  // Only certified twice and 2L twice coincide.
  CHECK(distinct.size() == route_count - 2);
}
