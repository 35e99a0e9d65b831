// Schedules: determinism, replay, starvation, residency, livelock and runaway, and OS threads side
// by side.
#include <atomic>
#include <set>
#include <thread>

#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

/// Every thread takes tickets; the order of tickets is the order in which threads ran.
__global__ void tickets(unsigned* next, unsigned* order, unsigned rounds) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned ticket = atomicAdd(next, 1u);
    atomicExch(&order[ticket], me);
    if (round % 2 == 1) __syncthreads();
  }
}

std::vector<unsigned> ticket_order(const simt::Schedule& schedule, bool record = false) {
  simt::options().schedule = schedule;
  simt::options().record = record;
  auto next = filled(1, 0u);
  auto order = filled(3 * 64 * 4, 0xffffffffu);
  REQUIRE(defect_of(shape(3, 64), tickets, next.data(), order.data(), 4u).empty());
  return order.download();
}

__global__ void first_runner(unsigned* first) {
  atomicCAS(first, 0xffffffffu, blockIdx.x);
}

__global__ void last_runner(unsigned* last) {
  atomicExch(last, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void poll_forever(unsigned* flag) {
  while (simt::load_relaxed(flag) == 0) simt::spin_pause();
}
__global__ void never_pauses(unsigned* flag) {
  while (simt::load_relaxed(flag) == 0) {
  }
}
__global__ void endless_barriers(unsigned* flag) {
  for (;;) {
    __syncthreads();
    if (simt::load_relaxed(flag) == 1) return;
  }
}
__global__ void waits_for_the_next_cta(unsigned* flags) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x) {
    while (simt::load_acquire(&flags[blockIdx.x + 1]) == 0) simt::spin_pause();
  }
  simt::store_release(&flags[blockIdx.x], 1u);
}

struct Cell {
  unsigned values[64];
};
__global__ void private_sums(unsigned* out, unsigned rounds) {
  SIMT_SHARED(Cell, sm);
  const unsigned t = threadIdx.x;
  sm.values[t] = t;
  for (unsigned i = 0; i < rounds; ++i) {
    __syncthreads();
    const unsigned next = sm.values[(t + 1) % 64] + 1;
    __syncthreads();
    sm.values[t] = next;
  }
  out[t] = sm.values[t];
}

}  // namespace

TEST_CASE("schedule: the same seed gives the same execution, different seeds give many") {
  FreshOptions fresh;
  std::set<std::vector<unsigned>> seen;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const simt::Schedule schedule = simt::Schedule::from_seed(seed);
    const std::vector<unsigned> order = ticket_order(schedule);
    REQUIRE(ticket_order(schedule) == order);
    seen.insert(order);
  }
  REQUIRE(seen.size() >= 25);
}

TEST_CASE("schedule: in order is threads 0, 1, 2, ...; reversed is the other way round") {
  FreshOptions fresh;
  simt::Schedule schedule;
  const auto forward = ticket_order(schedule);
  for (unsigned i = 0; i < 64; ++i) REQUIRE(forward[2 * i] == i);
  schedule.order = simt::Order::reversed;
  schedule.resident = 1;
  const auto backward = ticket_order(schedule);
  for (unsigned i = 0; i < 64; ++i) REQUIRE(backward[2 * i] == 63 - i);
}

TEST_CASE("schedule: recorded deviations replay any schedule exactly") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const simt::Schedule schedule = simt::Schedule::from_seed(seed);
    const auto order = ticket_order(schedule, true);
    simt::Schedule replay = schedule;
    replay.order = simt::Order::replay;
    replay.starve = simt::Starve::nobody;
    replay.deviations = simt::last_stats().deviations;
    INFO(schedule.describe());
    REQUIRE(ticket_order(replay) == order);
  }
}

TEST_CASE("schedule: PCT reaches orders that need one thread to wait long") {
  FreshOptions fresh;
  std::set<unsigned> winners;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    simt::options().schedule = {};
    simt::options().schedule.order = simt::Order::pct;
    simt::options().schedule.seed = seed;
    auto last = filled(1, 0u);
    REQUIRE(defect_of(shape(1, 32), last_runner, last.data()).empty());
    winners.insert(last.download()[0]);
  }
  REQUIRE(winners.size() >= 15);
}

TEST_CASE("schedule: CTAs start in shuffled order when asked to") {
  FreshOptions fresh;
  std::set<unsigned> firsts;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    simt::options().schedule = {};
    simt::options().schedule.seed = seed;
    simt::options().schedule.shuffle_start = true;
    auto first = filled(1, 0xffffffffu);
    REQUIRE(defect_of(shape(16, 32), first_runner, first.data()).empty());
    firsts.insert(first.download()[0]);
  }
  REQUIRE(firsts.size() >= 8);
}

TEST_CASE("schedule: a starved CTA or warp runs last, yet never keeps the launch from ending") {
  FreshOptions fresh;
  for (const simt::Starve starve : {simt::Starve::warp, simt::Starve::cta}) {
    std::set<unsigned> victims;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      simt::options().schedule = {};
      simt::options().schedule.starve = starve;
      simt::options().schedule.seed = seed;
      simt::options().schedule.resident = 4;
      auto last = filled(1, 0u);
      REQUIRE(defect_of(shape(4, 64), last_runner, last.data()).empty());
      victims.insert(last.download()[0] / (starve == simt::Starve::warp ? 32 : 64));
    }
    REQUIRE(victims.size() >= (starve == simt::Starve::warp ? 5u : 3u));
  }
}

TEST_CASE(
    "schedule: a chain of waiting CTAs ends when all are resident, and is a livelock when not") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::options().schedule.resident = 4;
    auto flags = filled(4, 0u);
    REQUIRE(defect_of(shape(4, 32), waits_for_the_next_cta, flags.data()).empty());
  }
  simt::options().schedule = {};
  auto flags = filled(4, 0u);
  simt::options().max_pauses = 1000;
  REQUIRE(defect_of(shape(4, 32), waits_for_the_next_cta, flags.data()) == "livelock");
}

TEST_CASE("schedule: endless polling, spinning and barriers are told apart and end") {
  FreshOptions fresh;
  auto flag = filled(1, 0u);
  simt::options().max_pauses = 1000;
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), poll_forever, flag.data()) == "livelock");
  simt::options().max_turn_points = 100'000;
  REQUIRE(defect_of(shape(1, 32), never_pauses, flag.data()) == "runaway");
  simt::options().max_switches = 100'000;
  REQUIRE(defect_of(shape(1, 32), endless_barriers, flag.data()) == "livelock");
}

TEST_CASE("schedule: launches of several OS threads run side by side") {
  FreshOptions fresh;
  std::atomic<int> failures{0};
  std::vector<std::thread> workers;
  for (unsigned worker = 0; worker < 4; ++worker) {
    workers.emplace_back([worker, &failures] {
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        simt::options().schedule = simt::Schedule::from_seed(seed * 4 + worker);
        simt::DeviceBuffer<unsigned> out(64);
        const simt::Status status =
            simt::launch(shape(2, 64, sizeof(Cell)), private_sums, out.data(), 7u);
        // Both CTAs write the same values: only instrumented launches may object.
        const bool right = status.ok() ? out.download()[5] == 5 + 7 + 7 : simt::checks_memory();
        if (!right) ++failures;
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  REQUIRE(failures == 0);
}
