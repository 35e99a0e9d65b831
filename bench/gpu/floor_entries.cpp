// The read-only kernels as entries.
#include "device_work.hpp"
#include "entries.hpp"
#include "floors.cuh"

#include <algorithm>

namespace tailproof::gpu_bench {
namespace {

enum class FloorKind { wide, cached, ring, empty };

class FloorEntry : public Entry {
 public:
  FloorEntry(const char* name, FloorKind kind, std::int64_t sm_count)
      : Entry(name), kind_(kind), sm_count_(sm_count) {}

  [[nodiscard]] std::string prepare(const CaseBuffers&, simt::Stream&) override {
    return sink_.status().ok() ? "" : sink_.status().text();
  }

  void enqueue(const CaseBuffers& buffers, simt::Stream& stream) override {
    for (const Launch& launch : buffers.layout->launches) {
      FloorParams params{};
      params.scores = buffers.scores + launch.offset;
      params.pitch = launch.pitch;
      params.lengths = buffers.lengths + launch.first_row;
      params.rows = launch.rows;
      params.width = launch.width;
      params.sink = sink_.data();
      start(params, stream);
    }
  }

 private:
  void start(FloorParams& params, simt::Stream& stream) const {
    simt::LaunchConfig config;
    config.stream = stream.handle();
    switch (kind_) {
      case FloorKind::wide:
        params.unit = unit_of(params, 2048, 8);
        config.grid = {static_cast<unsigned>(units(params)), 1, 1};
        config.block = {wide_threads, 1, 1};
        config.name = "floor_wide";
        require(simt::launch(config, floor_wide<wide_threads>, params));
        return;
      case FloorKind::cached:
        params.unit = unit_of(params, 2048, 4);
        config.grid = {static_cast<unsigned>(units(params)), 1, 1};
        config.block = {cached_threads, 1, 1};
        config.name = "floor_cached";
        require(simt::launch(config, floor_cached<cached_threads>, params));
        return;
      case FloorKind::ring:
        params.unit = unit_of(params, ring_vectors, ring_warps);
        config.grid = {static_cast<unsigned>(std::min(units(params), sm_count_)), 1, 1};
        config.block = {ring_threads, 1, 1};
        config.shared_bytes = sizeof(RingStorage);
        config.name = "floor_ring";
        require(simt::launch(config, floor_ring<ring_threads>, params));
        return;
      case FloorKind::empty:
        config.grid = {1, 1, 1};
        config.block = {empty_threads, 1, 1};
        config.name = "floor_empty";
        require(simt::launch(config, floor_empty<empty_threads>, params.sink));
        return;
    }
  }

  static std::int64_t units(const FloorParams& params) {
    return params.rows * ((params.width / 4 + 2 + params.unit - 1) / params.unit);
  }

  // The largest unit that leaves every SM its share; few rows are dealt in pieces down to 1 KiB.
  [[nodiscard]] std::int64_t unit_of(FloorParams params, std::int64_t most,
                                     std::int64_t per_sm) const {
    for (params.unit = most; params.unit > 64; params.unit /= 2) {
      if (units(params) >= sm_count_ * per_sm) break;
    }
    return params.unit;
  }

  FloorKind kind_;
  std::int64_t sm_count_;
  simt::DeviceBuffer<std::uint32_t> sink_{1};
};

}  // namespace

std::vector<std::unique_ptr<Entry>> make_floors(std::int64_t sm_count) {
  std::vector<std::unique_ptr<Entry>> floors;
  floors.push_back(std::make_unique<FloorEntry>("floor-wide", FloorKind::wide, sm_count));
  floors.push_back(std::make_unique<FloorEntry>("floor-cached", FloorKind::cached, sm_count));
  floors.push_back(std::make_unique<FloorEntry>("floor-ring", FloorKind::ring, sm_count));
  floors.push_back(std::make_unique<FloorEntry>("launch", FloorKind::empty, sm_count));
  return floors;
}

}  // namespace tailproof::gpu_bench
