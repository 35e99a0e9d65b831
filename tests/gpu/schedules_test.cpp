// What only the host runtime can show: other schedules, and launches stopped half-way.
#include "differential/cases.hpp"
#include "differential/differential.hpp"
#include "differential/suites.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof_catch.hpp"

namespace {

using namespace tailproof;

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

std::string launch(gpu_test::DeviceCase& run) {
  std::string problem = run.poison_output();
  if (problem.empty()) problem = run.select(true);
  return problem.empty() ? run.fetch() : problem;
}

}  // namespace

TEST_CASE("routes come out alike under every order, preemption, residency and starvation") {
  const OptionsScope scope;
  gpu_test::Census census;
  const std::uint64_t schedules = simt::checks_memory() ? 2 : 12;
  for (const char* name : {"small-persistent", "tiny-persistent", "small-split4", "small-cluster8",
                           "small-row-local-registers", "small-direct"}) {
    const gpu::KernelEntry& entry = *gpu::find_entry(name);
    for (std::uint64_t seed = 1; seed <= schedules; ++seed) {
      simt::options().schedule = simt::Schedule::from_seed(seed);
      CAPTURE(name, seed, simt::options().schedule.describe());
      for (const auto& input : gpu_test::route_cases(entry.info, seed)) {
        CHECK(gpu_test::check_case(entry, input, census) == "");
      }
    }
  }
}

TEST_CASE("after a stopped launch the workspace works again once prepared") {
  const OptionsScope scope;
  gpu_test::Census census;
  for (const char* name : {"small-persistent", "small-split4", "small-cluster8"}) {
    CAPTURE(name);
    const gpu::KernelEntry& entry = *gpu::find_entry(name);
    const auto input = gpu_test::route_cases(entry.info, 1).front();
    gpu_test::DeviceCase run(&entry, input, gpu_test::Tracing::histograms);
    REQUIRE(run.prepare() == "");
    REQUIRE(launch(run) == "");
    const std::uint64_t unlimited = simt::options().max_switches;
    simt::options().max_switches = simt::last_stats().switches / 2;
    CHECK_THAT(run.select(true), Catch::Matchers::StartsWith("status 5"));
    simt::clear_report();
    simt::options().max_switches = unlimited;
    REQUIRE(run.prepare() == "");
    REQUIRE(launch(run) == "");
    CHECK(gpu_test::check_answers(input, run) == "");
    CHECK(gpu_test::compare_with_reference(entry, input, run, census) == "");
  }
}
