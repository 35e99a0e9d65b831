// Launching: indices, configuration errors, statuses instead of aborts.
#include <vector>

#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

struct Index {
  unsigned block, thread, lane;
};

__global__ void write_indices(Index* out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  Index& mine = out[block * (blockDim.x * blockDim.y * blockDim.z) + thread];
  mine.block = block;
  mine.thread = thread;
  mine.lane = simt::lane_id();
}

__global__ void nothing() {}

__global__ void traps(int thread) {
  if (threadIdx.x == static_cast<unsigned>(thread)) __trap();
}

struct Large {
  unsigned words[64];
};
__global__ void wants_shared(unsigned* out) {
  SIMT_SHARED(Large, storage);
  storage.words[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = storage.words[threadIdx.x];
}

__global__ void launches_again() {
  const simt::Status status = simt::launch(shape(1, 32), nothing);
  if (status.ok()) __trap();
}

}  // namespace

TEST_CASE("launch: every thread of a 3-D grid of 3-D CTAs runs once with its own indices") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::LaunchConfig config;
    config.grid = dim3(3, 2, 2);
    config.block = dim3(5, 3, 3);
    simt::DeviceBuffer<Index> out(12 * 45);
    REQUIRE(out.fill_bytes(0xff).ok());
    REQUIRE(simt::launch(config, write_indices, out.data()).ok());
    const std::vector<Index> indices = out.download();
    for (unsigned i = 0; i < indices.size(); ++i) {
      REQUIRE(indices[i].block == i / 45);
      REQUIRE(indices[i].thread == i % 45);
      REQUIRE(indices[i].lane == i % 45 % 32);
    }
  }
}

TEST_CASE("launch: a CTA of 1024 threads and a grid of 5000 CTAs run") {
  FreshOptions fresh;
  simt::DeviceBuffer<Index> out(5000 * 32);
  REQUIRE(simt::launch(shape(5000, 32), write_indices, out.data()).ok());
  REQUIRE(out.download().back().block == 4999);
  simt::DeviceBuffer<Index> wide(1024);
  REQUIRE(simt::launch(shape(1, 1024), write_indices, wide.data()).ok());
  REQUIRE(wide.download().back().thread == 1023);
}

TEST_CASE("launch: an impossible configuration is a status with a sentence") {
  FreshOptions fresh;
  const simt::LaunchConfig wrong[] = {
      shape(0, 32),       shape(1, 0),          shape(1, 1025),    shape(1, 32, 1u << 20),
      shape(6, 32, 0, 4), shape(17, 32, 0, 17), shape(1, 32, 0, 0)};
  for (const simt::LaunchConfig& config : wrong) {
    const simt::Status status = simt::launch(config, nothing);
    REQUIRE(status.code() == simt::Code::invalid_configuration);
    REQUIRE_FALSE(status.text().empty());
  }
}

TEST_CASE("launch: __trap ends the launch, names the thread, and the next launch works") {
  FreshOptions fresh;
  REQUIRE(defect_of(shape(2, 64), traps, 37) == "trap");
  REQUIRE(simt::last_report()->actor.thread == 37);
  INFO(simt::last_report()->kernel);
  REQUIRE(simt::last_report()->kernel.find("traps") != std::string::npos);
  REQUIRE(defect_of(shape(2, 64), traps, 1000).empty());
}

TEST_CASE("launch: too little shared memory for the storage is reported") {
  FreshOptions fresh;
  simt::DeviceBuffer<unsigned> out(64);
  REQUIRE(defect_of(shape(1, 64, sizeof(Large)), wants_shared, out.data()).empty());
  REQUIRE(defect_of(shape(1, 64, 128), wants_shared, out.data()) == "bad_launch");
}

TEST_CASE("launch: a kernel cannot launch a kernel") {
  FreshOptions fresh;
  REQUIRE(defect_of(shape(1, 1), launches_again).empty());
}
