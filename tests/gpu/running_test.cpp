// The running selector on the host runtime: every way of a row, under many schedules.
#include "differential/running_suites.hpp"
#include "tailproof_catch.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace tailproof;
using gpu_test::RunningWay;

/// Restores the options of this thread's launches.
class OptionsScope {
 public:
  OptionsScope() : saved_(simt::options()) {}
  ~OptionsScope() { simt::options() = saved_; }
  OptionsScope(const OptionsScope&) = delete;
  OptionsScope& operator=(const OptionsScope&) = delete;

 private:
  simt::Options saved_;
};

// Memory checks cost 20 times; small kernels hold the same code.
bool affordable(const gpu_test::RunningKernel& kernel) {
  return kernel.small || !simt::checks_memory();
}

void run_suite(const std::string& name) {
  for (const gpu_test::RunningSuite& suite : gpu_test::running_suites()) {
    if (suite.name != name) continue;
    for (const gpu_test::RunningKernel& kernel : gpu_test::running_kernels()) {
      if (!affordable(kernel)) continue;
      // The production policy's take millions of scores: for a GPU.
      if (suite.name == "long rows" && !kernel.small) continue;
      if (suite.name == "successions" && !kernel.small) continue;
      gpu_test::RunningCensus census;
      CAPTURE(kernel.name);
      CHECK(suite.run(kernel, census) == "");
      std::printf("%s: %s: %s\n", name.c_str(), kernel.name, census.table().c_str());
    }
  }
}

}  // namespace

TEST_CASE("running: every way of a row, each forced, leaves the reference's record") {
  for (const gpu_test::RunningKernel& kernel : gpu_test::running_kernels()) {
    if (!affordable(kernel)) continue;
    gpu_test::RunningCensus census;
    CAPTURE(kernel.name);
    CHECK(gpu_test::running_suites().front().run(kernel, census) == "");
    for (int way = 0; way < gpu_test::running_ways; ++way) {
      const auto each = static_cast<RunningWay>(way);
      if (each == RunningWay::crowded_ties) continue;
      CAPTURE(gpu_test::running_way_name(each));
      CHECK(census.of(each) > 0);
    }
    CHECK(census.compacted > 0);
    std::printf("routes: %s: %s\n", kernel.name, census.table().c_str());
  }
}
TEST_CASE("running: each way after each other, under several schedules") {
  const OptionsScope scope;
  run_suite("successions");
  for (const std::uint64_t seed : {3u, 4u, 5u}) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    CAPTURE(seed, simt::options().schedule.describe());
    run_suite("successions");
  }
}
TEST_CASE("running: awkward values") {
  run_suite("values");
}
TEST_CASE("running: lengths around K and the pool") {
  run_suite("lengths");
}
TEST_CASE("running: long rows, sampled thinly") {
  run_suite("long rows");
}
TEST_CASE("running: every base and pitch residue, and padded outputs") {
  run_suite("layouts");
}
TEST_CASE("running: row counts from none to beyond one launch, and live counts") {
  run_suite("row counts");
}
TEST_CASE("running: NaN rows and impossible lengths stay in bounds and terminate") {
  run_suite("hostile rows");
}

TEST_CASE("running: no order, preemption, residency or starvation changes an answer or a record") {
  const OptionsScope scope;
  const std::uint64_t schedules = simt::checks_memory() ? 6 : 40;
  for (const gpu_test::RunningKernel& kernel : gpu_test::running_kernels()) {
    if (!kernel.small) continue;
    gpu_test::RunningCensus census;
    for (std::uint64_t seed = 1; seed <= schedules; ++seed) {
      simt::options().schedule = simt::Schedule::from_seed(seed);
      CAPTURE(kernel.name, seed, simt::options().schedule.describe());
      for (const auto& input : gpu_test::running_route_cases(kernel, seed)) {
        CHECK(gpu_test::check_running(kernel, input, static_cast<unsigned>(1 + seed % 3), census) ==
              "");
      }
    }
  }
}

TEST_CASE("running: a wrong record and a wrong position are told") {
  reference::RunningTrace trace;
  kernels::running::RowRecord record{};
  CHECK(gpu_test::record_problem(trace, record) == "");
  record.quota = 1;
  CHECK(gpu_test::record_problem(trace, record) == "quota: 1, not 0");
  trace.route = reference::RunningRoute::crowded;
  record.route = kernels::running::route_crowded;
  CHECK(gpu_test::record_problem(trace, record) == "");  // a schedule may decide it
  record.reads = 8;
  CHECK(gpu_test::record_problem(trace, record) == "reads: 8, not 0");
  const std::vector<std::int32_t> expected = {2, 5, 9};
  CHECK(gpu_test::positions_problem(expected, std::vector<std::int32_t>{9, 2, 5}) == "");
  CHECK(gpu_test::positions_problem(expected, std::vector<std::int32_t>{9, 2, 6}) ==
        "position 6 in place of 5");
  CHECK(gpu_test::positions_problem(expected, std::vector<std::int32_t>{9, 2, 2}) ==
        "position 2 in place of 5");
}
