/// Streams, events and graphs: results, and which calls are legal when.
#pragma once
#include <array>

#include "support.hpp"

namespace conformance::streams {

__global__ void scale_add(u32* value, u32 factor, u32 addend) {
  if (threadIdx.x == 0) *value = *value * factor + addend;
}

inline simt::LaunchConfig on(const simt::Stream& stream) {
  simt::LaunchConfig config;
  config.grid = dim3(1);
  config.block = dim3(32);
  config.stream = stream.handle();
  return config;
}

inline Words replayed() {
  simt::DeviceBuffer<u32> value(1);
  simt::DeviceBuffer<u32> source(std::vector<u32>{3});
  simt::Stream stream;
  simt::Stream side;
  simt::Event fork;
  simt::Event join;
  simt::Graph graph;
  const std::string name = "graph";
  require(stream.begin_capture(), name);
  require(simt::memset_async(value.data(), 0, 4, stream.handle()), name);
  require(simt::memcpy_async(value.data(), source.data(), 4, stream.handle()), name);
  require(fork.record(stream.handle()), name);
  require(side.wait(fork), name);
  require(simt::launch(on(side), scale_add, value.data(), 10u, 1u), name);
  require(join.record(side.handle()), name);
  require(stream.wait(join), name);
  require(simt::launch(on(stream), scale_add, value.data(), 10u, 2u), name);
  require(stream.end_capture(graph), name);
  Words results;
  for (const u32 contents : {3u, 5u, 9u}) {
    require(source.upload({contents}), name);
    require(graph.launch(stream.handle()), name);
    require(simt::launch(on(stream), scale_add, value.data(), 1u, 7u), name);
    require(stream.synchronize(), name);
    results.push_back(value.download().at(0));
  }
  return results;
}

inline Words ordered_by_events() {
  simt::DeviceBuffer<u32> value(std::vector<u32>{2});
  simt::Stream a;
  simt::Stream b;
  simt::Event event;
  const std::string name = "event";
  for (u32 i = 0; i < 8; ++i) {
    require(simt::launch(on(a), scale_add, value.data(), 3u, i), name);
    require(event.record(a.handle()), name);
    require(b.wait(event), name);
    require(simt::launch(on(b), scale_add, value.data(), 5u, i), name);
    require(event.record(b.handle()), name);
    require(a.wait(event), name);
  }
  require(event.synchronize(), name);
  require(event.query(), name);
  require(simt::device_synchronize(), name);
  require(b.query(), name);
  return value.download();
}

/// 1 for each call that is refused.
inline Words refusals() {
  simt::DeviceBuffer<u32> value(std::vector<u32>{2});
  Words refused;
  const auto note = [&refused](const simt::Status& status) {
    refused.push_back(status.ok() ? 0 : 1);
  };
  {
    simt::Stream stream;
    simt::Graph graph;
    note(simt::capture_begin(nullptr));
    note(stream.end_capture(graph));
    note(stream.begin_capture());
    note(stream.begin_capture());
    note(stream.end_capture(graph));
  }
  for (int call = 0; call < 3; ++call) {
    simt::Stream stream;
    simt::Graph graph;
    void* memory = nullptr;
    note(stream.begin_capture());
    if (call == 0) note(simt::device_alloc(&memory, 64));
    if (call == 1) note(stream.synchronize());
    if (call == 2) note(stream.query());
    note(stream.end_capture(graph));
    refused.push_back(graph.empty() ? 1 : 0);
    note(stream.synchronize());
  }
  {
    simt::Stream stream;
    simt::Stream side;
    simt::Event fork;
    simt::Graph graph;
    note(stream.begin_capture());
    note(fork.record(stream.handle()));
    note(side.wait(fork));
    note(simt::launch(on(side), scale_add, value.data(), 10u, 1u));
    note(stream.end_capture(graph));  // not joined
    refused.push_back(graph.empty() ? 1 : 0);
    note(stream.synchronize());
    note(side.synchronize());
  }
  {
    simt::Stream stream;
    simt::LaunchConfig config = on(stream);
    config.block = dim3(2048);
    note(simt::launch(config, scale_add, value.data(), 1u, 0u));
    note(stream.synchronize());
  }
  return refused;
}

inline void add(Table& table) {
  table.add("simt::Graph/replays", replayed());
  table.add("simt::Event/order", ordered_by_events());
  table.add("simt::Stream/refusals", refusals());
}

}  // namespace conformance::streams
