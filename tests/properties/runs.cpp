// Check runs: determinism, coverage counted, coverage demanded.
#include "tailproof_catch.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/report_json.hpp"

#include <nlohmann/json.hpp>

using namespace tailproof;
using namespace tailproof::properties;

namespace {

CheckOptions run_of(const std::string& subject, int threads) {
  CheckOptions options;
  options.subject = subject;
  options.cases = 300;
  options.seed = 7;
  options.sampler.max_length = 4096;
  options.threads = threads;
  return options;
}

std::string without_timings(const CheckOptions& options, const CheckResult& result) {
  auto json = nlohmann::ordered_json::parse(report_json(options, result, 1, {}));
  json.erase("timings");
  return json.dump();
}

}  // namespace

TEST_CASE("a run is the same for any number of threads") {
  for (const char* subject : {"reference", "planted:overflow-drop"}) {
    INFO(subject);
    const CheckOptions one = run_of(subject, 1);
    const CheckOptions three = run_of(subject, 3);
    const CheckResult a = run_check(one);
    const CheckResult b = run_check(three);
    CHECK(without_timings(one, a) == without_timings(three, b));
  }
}

TEST_CASE("every edge of every declared capacity is probed and counted, and what is not is told") {
  CheckOptions options = run_of("reference", 2);
  options.sampler.capacities = {1, 8, 40, 300};
  options.properties = {"contract"};
  options.cases = 4 * generators::capacity_edge_count * generators::capacity_turn;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    options.seed = seed;
    const CheckResult result = run_check(options);
    CHECK(unprobed(result.coverage).empty());
    REQUIRE(result.coverage.capacities.size() == 4);
    CHECK(result.coverage.capacities.at(1)[0] == 0);
    const auto json = nlohmann::json::parse(report_json(options, result, 1, {}));
    const auto& told = json.at("coverage").at("declared_capacities").at(3);
    CHECK(told.at("capacity") == 300);
    CHECK(told.at("c+K") == result.coverage.capacities.at(300)[4]);
  }
  // Rows that are too short, or another family alone, probe nothing.
  options.sampler.capacities = {40, 3000};
  options.sampler.ranks = {8};
  CHECK(unprobed(run_check(options).coverage) == std::vector<std::string>{"2c of 3000"});
  options.sampler.families = {"iid"};
  CHECK(unprobed(run_check(options).coverage).size() == 10);
  options.sampler.capacities = {0};
  CHECK_THROWS_AS(run_check(options), InputError);
}

TEST_CASE("another seed is another run") {
  CheckOptions options = run_of("reference", 1);
  const CheckResult a = run_check(options);
  options.seed = 8;
  const CheckResult b = run_check(options);
  CHECK(a.rows != b.rows);
}

TEST_CASE("the default mix reaches every mark, and a shortfall is named") {
  CheckOptions options = run_of("reference", 2);
  options.cases = 4000;
  options.properties = {"contract"};
  const CheckResult result = run_check(options);
  CHECK(result.failures.empty());
  for (const Shortfall& each : shortfalls(result.coverage, 1)) {
    INFO(reference::mark_name(each.mark));
    CHECK(each.hits >= 1);
  }
  CHECK(result.coverage.routes_hit() == reference::route_count);
  const Coverage nothing;
  CHECK(shortfalls(nothing, 1).size() == static_cast<std::size_t>(reference::mark_count));
  CHECK(shortfalls(nothing, 0).empty());
}

TEST_CASE("options that mean nothing are refused") {
  CheckOptions options = run_of("reference", 1);
  options.properties = {"no-such-property"};
  CHECK_THROWS_AS(run_check(options), InputError);
  options = run_of("reference", 1);
  options.sampler.families = {"no-such-family"};
  CHECK_THROWS_AS(run_check(options), InputError);
}

TEST_CASE("a run ends with the first call that hangs, the same for any number of threads") {
  std::vector<std::string> results;
  for (const int threads : {1, 3}) {
    CheckOptions options = run_of("planted:hang-on-inf", threads);
    options.sampler.families = {"iid", "iid", "iid", "infinities"};
    options.properties = {"survives"};
    const CheckResult result = run_check(options);
    REQUIRE(result.failures.size() == 1);
    CHECK(result.failures[0].finding.property == "survives");
    CHECK(result.failures[0].index + 1 == result.cases);
    CHECK(result.cases < 128);
    results.push_back(without_timings(options, result));
  }
  CHECK(results[0] == results[1]);
}

TEST_CASE("what no property speaks about counts for nothing") {
  CheckOptions options = run_of("reference", 1);
  options.cases = 40;
  options.sampler.families = {"iid"};
  options.properties = {"robustness"};
  const CheckResult legal = run_check(options);
  CHECK(legal.cases == 40);
  CHECK(legal.tallies[0].cases == 0);
  CHECK_FALSE(legal.checked_anything());
  options.sampler.families = {"nan-rows"};
  const CheckResult declined = run_check(options);  // which is what the reference must do
  CHECK(declined.tallies[0].cases > 30);
  CHECK(declined.checked_anything());
}
