// Asynchronous copies: data arrive when the schedule says so, at the latest in the wait.
#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

constexpr unsigned tile = 64;

struct Tiles {
  simt::mbarrier full[2];
  simt::mbarrier empty[2];
  alignas(16) simt::shared_array<float, tile> data[2];
};

/// Double-buffered cp.async. Faults: waits for too few groups, no barrier after the wait.
template <int newest, bool barrier>
__global__ void pipelined(const float* in, float* out, unsigned tiles) {
  SIMT_SHARED(Tiles, sm);
  const unsigned t = threadIdx.x;
  simt::cp_async<4>(&sm.data[0][t], in + t);
  simt::cp_async_commit();
  float sum = 0;
  for (unsigned i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) simt::cp_async<4>(&sm.data[(i + 1) % 2][t], in + (i + 1) * tile + t);
    simt::cp_async_commit();
    simt::cp_async_wait<newest>();
    if (barrier) __syncthreads();
    sum += sm.data[i % 2][(t + 1) % tile];
    __syncthreads();
  }
  out[t] = sum;
}

/// A ring of two slots filled by bulk copies of thread 0. Faults: consumers do not wait for the
/// data; the producer does not wait for the slot to be empty.
template <bool wait_full, bool wait_empty>
__global__ void ring(const float* in, float* out, unsigned tiles) {
  SIMT_SHARED(Tiles, sm);
  const unsigned t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      sm.full[s].init(1);
      sm.empty[s].init(tile);
    }
    simt::fence_mbarrier_init();
  }
  __syncthreads();
  float sum = 0;
  for (unsigned i = 0; i < tiles + 2; ++i) {
    if (t == 0 && i < tiles) {
      const unsigned slot = i % 2;
      if (wait_empty && i >= 2) sm.empty[slot].wait((i / 2 - 1) & 1u);
      sm.full[slot].arrive_expect_tx(tile * sizeof(float));
      simt::bulk_copy(sm.data[slot].data(), in + i * tile, tile * sizeof(float), sm.full[slot]);
    }
    if (i < 1 || i > tiles) continue;
    const unsigned done = i - 1;
    const unsigned slot = done % 2;
    if (wait_full) sm.full[slot].wait(done / 2 & 1u);
    sum += sm.data[slot][(t + 1) % tile];
    sm.empty[slot].arrive();
  }
  out[t] = sum;
}

__global__ void polled(const float* in, float* out) {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x == 0) sm.full[0].init(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    sm.full[0].arrive_expect_tx(tile * sizeof(float));
    simt::bulk_copy(sm.data[0].data(), in, tile * sizeof(float), sm.full[0]);
  }
  while (!sm.full[0].try_wait(0)) {
  }
  out[threadIdx.x] = sm.data[0][threadIdx.x];
}

__global__ void remote_arrivals(unsigned* out) {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x == 0) sm.full[0].init(simt::cluster_size());
  simt::cluster_sync();
  if (threadIdx.x == 0) {
    for (unsigned rank = 0; rank < simt::cluster_size(); ++rank) sm.full[0].arrive_remote(rank);
  }
  sm.full[0].wait(0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  simt::cluster_sync();
}

__global__ void misaligned_copy(const float* in, int from, int to) {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x == 0) simt::cp_async<16>(&sm.data[0][to], in + from);
}
__global__ void bulk_of(const float* in, unsigned bytes) {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x != 0) return;
  sm.full[0].init(1);
  sm.full[0].arrive_expect_tx(bytes);
  simt::bulk_copy(sm.data[0].data(), in, bytes, sm.full[0]);
  sm.full[0].wait(0);
}
__global__ void uninitialised_barrier() {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x == 0) sm.full[0].state = 0;
  __syncthreads();
  sm.full[0].arrive();
}
__global__ void too_many_bytes_expected(const float* in) {
  SIMT_SHARED(Tiles, sm);
  if (threadIdx.x != 0) return;
  sm.full[0].init(1);
  sm.full[0].arrive_expect_tx(512);
  simt::bulk_copy(sm.data[0].data(), in, 256, sm.full[0]);
  sm.full[0].wait(0);
}

constexpr unsigned tiles = 6;

simt::DeviceBuffer<float> input() {
  std::vector<float> values(tile * tiles);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 97);
  return simt::DeviceBuffer<float>(values);
}

/// What each thread must have added up.
bool right(const std::vector<float>& in, const std::vector<float>& out) {
  for (unsigned t = 0; t < tile; ++t) {
    float sum = 0;
    for (unsigned i = 0; i < tiles; ++i) sum += in[i * tile + (t + 1) % tile];
    if (static_cast<int>(sum) != static_cast<int>(out[t])) return false;
  }
  return true;
}

/// Whether some schedule shows the fault, by a report or a wrong result.
template <class Kernel>
unsigned schedules_that_show(Kernel kernel, unsigned schedules) {
  const auto in = input();
  unsigned shown = 0;
  for (std::uint64_t seed = 1; seed <= schedules; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    auto out = filled(tile, 0.0f);
    const std::string defect =
        defect_of(shape(1, tile, sizeof(Tiles)), kernel, in.data(), out.data(), tiles);
    if (!defect.empty() || !right(in.download(), out.download())) ++shown;
  }
  simt::options().schedule = {};
  return shown;
}

}  // namespace

TEST_CASE("async: correct pipelines give the right sums and no report under every schedule") {
  FreshOptions fresh;
  REQUIRE(schedules_that_show(pipelined<1, true>, 100) == 0);
  REQUIRE(schedules_that_show(ring<true, true>, 100) == 0);
  const auto in = input();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    auto out = filled(tile, 0.0f);
    REQUIRE(defect_of(shape(1, tile, sizeof(Tiles)), polled, in.data(), out.data()).empty());
    REQUIRE(out.download()[13] > 12.5f);
  }
}

TEST_CASE("async: a wait or barrier left out shows") {
  FreshOptions fresh;
  const unsigned schedules = 24;
  const unsigned expected = simt::checks_memory() ? schedules : 1;
  REQUIRE(schedules_that_show(pipelined<2, true>, schedules) >= expected);
  REQUIRE(schedules_that_show(pipelined<1, false>, schedules) >= expected);
  REQUIRE(schedules_that_show(ring<false, true>, schedules) >= expected);
  REQUIRE(schedules_that_show(ring<true, false>, schedules) >= expected);
}

TEST_CASE("async: barriers of a cluster can be arrived at from afar") {
  FreshOptions fresh;
  auto out = filled(4 * 32, 0u);
  REQUIRE(defect_in_every_schedule(24, shape(4, 32, sizeof(Tiles), 4), remote_arrivals, out.data())
              .empty());
  REQUIRE(out.download() == std::vector<unsigned>(4 * 32, 1));
}

TEST_CASE("async: misuse is reported") {
  FreshOptions fresh;
  const auto in = input();
  const auto config = shape(1, 32, sizeof(Tiles));
  REQUIRE(defect_of(config, misaligned_copy, in.data(), 4, 8).empty());
  REQUIRE(defect_of(config, misaligned_copy, in.data(), 1, 8) == "misaligned");
  REQUIRE(defect_of(config, misaligned_copy, in.data(), 4, 2) == "misaligned");
  REQUIRE(defect_of(config, bulk_of, in.data(), 64u).empty());
  REQUIRE(defect_of(config, bulk_of, in.data(), 20u) == "misaligned");
  REQUIRE(defect_of(config, bulk_of, in.data(), 4096u) == "out_of_bounds");
  REQUIRE(defect_of(config, uninitialised_barrier) == "async_copy");
  REQUIRE(defect_of(config, too_many_bytes_expected, in.data()) == "deadlock");
}
