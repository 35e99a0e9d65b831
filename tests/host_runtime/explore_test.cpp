// explore() finds planted schedule-dependent bugs, names the seed, and shrinks to the few switches
// that matter.
#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

/// A lost update: load, then store, with a gap that only a forced switch can fall into.
__global__ void lost_update(unsigned* counter) {
  const unsigned seen = simt::load_relaxed(counter);
  simt::store_relaxed(counter, seen + 1);
}
__global__ void right_update(unsigned* counter) {
  atomicAdd(counter, 1u);
}

__global__ void traps_when_overtaken(unsigned* stage) {
  if (threadIdx.x == 0) {
    atomicExch(stage, 1u);
    atomicExch(stage, 2u);
  } else if (threadIdx.x == 1) {
    if (atomicAdd(stage, 0u) == 1) __trap();
  }
}

__global__ void leaks_a_counter(unsigned* claimed, unsigned* out, int restore) {
  if (threadIdx.x != 0) return;
  const unsigned first = atomicAdd(claimed, 1u);
  out[0] = first;
  if (restore != 0) atomicExch(claimed, 0u);
}

template <class Kernel>
std::string count_to(unsigned threads, Kernel kernel) {
  auto counter = filled(1, 0u);
  const simt::Status status = simt::launch(shape(1, threads), kernel, counter.data());
  if (!status.ok()) return status.text();
  const unsigned got = counter.download()[0];
  return got == threads ? "" : "counted " + std::to_string(got);
}

}  // namespace

TEST_CASE("explore: a lost update is found and needs one preemption") {
  FreshOptions fresh;
  const auto finding = simt::explore([] { return count_to(32, lost_update); });
  REQUIRE(finding.has_value());
  REQUIRE(finding->failure.find("counted") == 0);
  REQUIRE_FALSE(finding->report.has_value());
  REQUIRE(finding->minimal.order == simt::Order::replay);
  REQUIRE(finding->minimal.deviations.size() <= 2);
  // The shrunk schedule alone shows it again.
  simt::options().schedule = finding->minimal;
  REQUIRE_FALSE(count_to(32, lost_update).empty());
  // And so does the seed.
  simt::options().schedule = simt::Schedule::from_seed(finding->seed);
  REQUIRE(count_to(32, lost_update) == finding->failure);
}

TEST_CASE("explore: a reported defect keeps its kind while it is shrunk") {
  FreshOptions fresh;
  const auto body = [] {
    auto stage = filled(1, 0u);
    return simt::launch(shape(1, 64), traps_when_overtaken, stage.data()).text();
  };
  const auto finding = simt::explore(body, {.first_seed = 1, .schedules = 400});
  REQUIRE(finding.has_value());
  REQUIRE(finding->report->defect == simt::Defect::trap);
  REQUIRE(finding->minimal.deviations.size() <= 3);
  simt::options().schedule = finding->minimal;
  REQUIRE(body().find("trap") == 0);
}

TEST_CASE("explore: a correct kernel passes the whole budget") {
  FreshOptions fresh;
  unsigned runs = 0;
  const auto finding = simt::explore(
      [&] {
        ++runs;
        return count_to(32, right_update);
      },
      {.first_seed = 1, .schedules = 300});
  REQUIRE_FALSE(finding.has_value());
  REQUIRE(runs == 300);
}

TEST_CASE("explore: state that leaks from launch to launch is found by launching twice") {
  FreshOptions fresh;
  for (const int restore : {0, 1}) {
    auto claimed = filled(1, 0u);
    auto out = filled(1, 0u);
    const std::string leak = simt::launch_twice(
        [&] {
          return simt::launch(shape(1, 32), leaks_a_counter, claimed.data(), out.data(), restore);
        },
        [&] { return std::to_string(out.download()[0]); });
    REQUIRE(leak.empty() == (restore == 1));
    if (restore == 0) REQUIRE(leak.find("state_leak") == 0);
  }
}
