// The __syncthreads family, named barriers, and what is wrong with their use.
#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

struct Words {
  simt::shared_array<unsigned, 1024> words;
};

__global__ void rotate(unsigned* out, int rounds) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  const unsigned n = blockDim.x;
  sm.words[t] = t;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    const unsigned next = sm.words[(t + 1) % n];
    __syncthreads();
    sm.words[t] = next;
  }
  out[blockIdx.x * n + t] = sm.words[t];
}

__global__ void folds(int* out) {
  const int t = static_cast<int>(threadIdx.x);
  const int odd = __syncthreads_count(t & 1);
  const int all = __syncthreads_and(t < 1000);
  const int not_all = __syncthreads_and(t != 3);
  const int any = __syncthreads_or(t == 70);
  const int none = __syncthreads_or(t > 5000);
  out[t] = odd * 10000 + all * 1000 + not_all * 100 + any * 10 + none;
}

// Two halves of a CTA hand a value back and forth through two named barriers.
__global__ void ping_pong(unsigned* out, int rounds) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  const bool producer = t < 64;
  for (int round = 0; round < rounds; ++round) {
    if (producer) {
      if (round > 0) simt::barrier_sync(2, 128);
      sm.words[t] = static_cast<unsigned>(round) + t;
      simt::barrier_arrive(1, 128);
    } else {
      simt::barrier_sync(1, 128);
      out[t - 64] = sm.words[t - 64];
      if (round + 1 < rounds) simt::barrier_arrive(2, 128);
    }
  }
}

__global__ void some_exit_first(int leavers) {
  if (threadIdx.x < static_cast<unsigned>(leavers)) return;
  __syncthreads();
}

__global__ void two_places() {
  if (threadIdx.x < 32) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

__global__ void missing_one() {
  if (threadIdx.x != 5) __syncthreads();
  __syncwarp();
}

__global__ void barrier_against_shuffle() {
  if (threadIdx.x < 16) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

__global__ void wrong_count(unsigned id, unsigned threads) {
  simt::barrier_sync(id, threads);
}

__global__ void named_deadlock() {
  if (threadIdx.x < 32) simt::barrier_sync(1, 64);
}

}  // namespace

TEST_CASE("barrier: neighbours see each other's values under every schedule") {
  FreshOptions fresh;
  for (const unsigned threads : {1u, 32u, 100u, 512u}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      simt::options().schedule = simt::Schedule::from_seed(seed);
      simt::DeviceBuffer<unsigned> out(3 * threads);
      const int rounds = 5;
      REQUIRE(defect_of(shape(3, threads, sizeof(Words)), rotate, out.data(), rounds).empty());
      const auto values = out.download();
      for (unsigned i = 0; i < values.size(); ++i)
        REQUIRE(values[i] == (i % threads + 5) % threads);
    }
  }
}

TEST_CASE("barrier: count, and, or fold over the CTA") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::DeviceBuffer<int> out(100);
    REQUIRE(defect_of(shape(1, 100), folds, out.data()).empty());
    for (const int value : out.download()) REQUIRE(value == 50 * 10000 + 1000 + 0 + 10 + 0);
  }
}

TEST_CASE("barrier: named barriers order producers and consumers") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::DeviceBuffer<unsigned> out(64);
    REQUIRE(defect_of(shape(1, 128, sizeof(Words)), ping_pong, out.data(), 6).empty());
    const auto values = out.download();
    for (unsigned i = 0; i < 64; ++i) REQUIRE(values[i] == 5 + i);
  }
}

TEST_CASE("barrier: threads that exited before it are reported, whoever comes first") {
  FreshOptions fresh;
  REQUIRE(defect_in_every_schedule(12, shape(1, 64), some_exit_first, 3) == "divergent_barrier");
  REQUIRE(defect_of(shape(1, 64), some_exit_first, 0).empty());
  REQUIRE(defect_of(shape(1, 64), some_exit_first, 64).empty());
}

TEST_CASE("barrier: waiting at two places is a mismatch with both lines") {
  FreshOptions fresh;
  REQUIRE(defect_in_every_schedule(12, shape(1, 64), two_places) == "mismatched_barrier");
  REQUIRE(defect_of(shape(1, 64), two_places) == "mismatched_barrier");
  const simt::Report& report = *simt::last_report();
  REQUIRE(report.actor.source.find("barrier_test.cpp:") != std::string::npos);
  REQUIRE(report.other.source.find("barrier_test.cpp:") != std::string::npos);
  REQUIRE(report.actor.source != report.other.source);
}

TEST_CASE("barrier: one that a thread never reaches is a deadlock with a census") {
  FreshOptions fresh;
  REQUIRE(defect_of(shape(1, 64), missing_one) == "deadlock");
  REQUIRE(simt::last_report()->message.find("63 at __syncthreads") != std::string::npos);
  REQUIRE(simt::last_report()->message.find("1 in a warp collective") != std::string::npos);
  REQUIRE(defect_of(shape(1, 32), barrier_against_shuffle) == "deadlock");
  REQUIRE(defect_of(shape(1, 64), named_deadlock) == "deadlock");
}

TEST_CASE("barrier: misused named barriers are reported") {
  FreshOptions fresh;
  REQUIRE(defect_of(shape(1, 64), wrong_count, 0u, 64u) == "mismatched_barrier");
  REQUIRE(defect_of(shape(1, 64), wrong_count, 16u, 64u) == "mismatched_barrier");
  REQUIRE(defect_of(shape(1, 64), wrong_count, 1u, 40u) == "mismatched_barrier");
  REQUIRE(defect_of(shape(1, 64), wrong_count, 1u, 128u) == "mismatched_barrier");
  REQUIRE(defect_of(shape(1, 64), wrong_count, 15u, 64u).empty());
}
