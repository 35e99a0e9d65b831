// Graph capture and replay: records without running, replays on changed contents, forbids what the
// device forbids.
#include <set>
#include <vector>

#include "stream_kernels.hpp"
#include "tailproof_catch.hpp"

using namespace simt;
using stream_kernels::accumulate;
using stream_kernels::scale_add;

namespace {

LaunchConfig on(const Stream& stream, unsigned ctas = 1) {
  LaunchConfig config;
  config.grid = dim3(ctas);
  config.block = dim3(32);
  config.stream = stream.handle();
  return config;
}

unsigned value_of(const DeviceBuffer<unsigned>& buffer) {
  return buffer.download().at(0);
}

bool forbidden(const Status& status) {
  return status.code() == Code::forbidden_in_capture && !status.text().empty();
}

}  // namespace

TEST_CASE("graph: memset, copy and two launches replay in order on changed contents") {
  const int count = 100;
  DeviceBuffer<unsigned> data(count);
  DeviceBuffer<unsigned> sum(1);
  DeviceBuffer<unsigned> result(1);
  std::vector<unsigned> input(count, 1);
  Stream stream;
  Graph graph;
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(memcpy_async(data.data(), input.data(), count * sizeof(unsigned), stream.handle()).ok());
  REQUIRE(memset_async(sum.data(), 0, sizeof(unsigned), stream.handle()).ok());
  REQUIRE(launch(on(stream, 4), accumulate, sum.data(), data.data(), count).ok());
  REQUIRE(launch(on(stream), scale_add, sum.data(), 2u, 1u).ok());
  REQUIRE(memcpy_async(result.data(), sum.data(), sizeof(unsigned), stream.handle()).ok());
  REQUIRE(stream.end_capture(graph).ok());
  REQUIRE_FALSE(graph.empty());

  REQUIRE(result.fill_bytes(0).ok());
  REQUIRE(stream.synchronize().ok());
  REQUIRE(value_of(result) == 0);  // the capture ran nothing
  for (unsigned round = 1; round <= 3; ++round) {
    input.assign(count, round);
    REQUIRE(graph.launch(stream.handle()).ok());
    REQUIRE(stream.synchronize().ok());
    REQUIRE(value_of(result) == 200 * round + 1);
  }
  REQUIRE(graph.launch(nullptr).ok());  // the default stream runs at once
  REQUIRE(value_of(result) == 601);
}

TEST_CASE("graph: launches of it keep their place among the stream's other work") {
  DeviceBuffer<unsigned> value(std::vector<unsigned>{1});
  Stream stream;
  Graph graph;
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(launch(on(stream), scale_add, value.data(), 10u, 1u).ok());
  REQUIRE(stream.end_capture(graph).ok());
  REQUIRE(graph.launch(stream.handle()).ok());
  REQUIRE(launch(on(stream), scale_add, value.data(), 10u, 2u).ok());
  REQUIRE(graph.launch(stream.handle()).ok());
  graph = Graph();  // queued launches stay valid
  REQUIRE(stream.synchronize().ok());
  REQUIRE(value_of(value) == 1121);
}

TEST_CASE("graph: an event brings a second stream into the capture and back") {
  std::set<unsigned> seen;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    options().schedule.order = seed == 1 ? Order::in_order : Order::random;
    options().schedule.seed = seed;
    DeviceBuffer<unsigned> value(std::vector<unsigned>{0});
    Stream origin;
    Stream side;
    Event fork;
    Event join;
    Graph graph;
    REQUIRE(origin.begin_capture().ok());
    REQUIRE(launch(on(origin), scale_add, value.data(), 0u, 1u).ok());
    REQUIRE(fork.record(origin.handle()).ok());
    REQUIRE(side.wait(fork).ok());
    REQUIRE(launch(on(side), scale_add, value.data(), 3u, 0u).ok());
    REQUIRE(launch(on(origin), scale_add, value.data(), 1u, 5u).ok());  // unordered with the side
    REQUIRE(join.record(side.handle()).ok());
    REQUIRE(origin.wait(join).ok());
    REQUIRE(launch(on(origin), scale_add, value.data(), 10u, 0u).ok());
    REQUIRE(origin.end_capture(graph).ok());
    REQUIRE(graph.launch(side.handle()).ok());
    REQUIRE(side.synchronize().ok());
    seen.insert(value_of(value));
  }
  options().schedule = Schedule();
  REQUIRE(seen == std::set<unsigned>{80, 180});
}

TEST_CASE("capture: allocation and every wait are refused and spoil it") {
  DeviceBuffer<unsigned> value(std::vector<unsigned>{1});
  const int call = GENERATE(range(0, 9));
  CAPTURE(call);
  Stream stream;
  Stream other;
  Event event;
  Graph graph;
  void* memory = nullptr;
  unsigned host = 0;
  REQUIRE(stream.begin_capture().ok());
  const auto illegal = [&] {
    switch (call) {
      case 0:
        return device_alloc(&memory, 64);
      case 1:
        return stream.synchronize();
      case 2:
        return device_synchronize();
      case 3:
        return stream.query();
      case 4:
        return event.synchronize();
      case 5:
        return event.query();
      case 6:
        return simt::memcpy(&host, value.data(), sizeof(unsigned));
      case 7:
        return simt::memset(value.data(), 0, sizeof(unsigned));
      default:
        return device_free(value.data());
    }
  };
  REQUIRE(forbidden(illegal()));
  REQUIRE(memory == nullptr);
  REQUIRE(forbidden(launch(on(stream), scale_add, value.data(), 2u, 0u)));
  REQUIRE(forbidden(stream.end_capture(graph)));
  REQUIRE(graph.empty());
  REQUIRE(stream.synchronize().ok());  // out of capture mode again
  REQUIRE(value_of(value) == 1);
}

TEST_CASE("capture: work that does not lead back to the first stream is an error") {
  DeviceBuffer<unsigned> value(std::vector<unsigned>{1});
  Stream origin;
  Stream side;
  Event fork;
  Graph graph;
  REQUIRE(origin.begin_capture().ok());
  REQUIRE(fork.record(origin.handle()).ok());
  REQUIRE(side.wait(fork).ok());
  REQUIRE(launch(on(side), scale_add, value.data(), 2u, 0u).ok());
  const Status status = origin.end_capture(graph);
  REQUIRE(forbidden(status));
  REQUIRE(status.text().find("joined") != std::string::npos);
  REQUIRE(side.synchronize().ok());
  REQUIRE(value_of(value) == 1);
}

TEST_CASE("capture: misuse of begin and end") {
  Stream stream;
  Stream side;
  Event fork;
  Graph graph;
  REQUIRE(forbidden(capture_begin(nullptr)));
  REQUIRE(forbidden(stream.end_capture(graph)));
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(forbidden(stream.begin_capture()));
  REQUIRE(fork.record(stream.handle()).ok());
  REQUIRE(side.wait(fork).ok());
  REQUIRE(forbidden(side.end_capture(graph)));    // not where it began
  REQUIRE(forbidden(stream.end_capture(graph)));  // spoilt by that
  REQUIRE(forbidden(fork.synchronize()));         // marks no work that ever runs
  REQUIRE(fork.record(stream.handle()).ok());
  REQUIRE(fork.synchronize().ok());
}

TEST_CASE("capture: events do not cross its border") {
  DeviceBuffer<unsigned> value(std::vector<unsigned>{1});
  Stream stream;
  Stream other;
  Event outside;
  Event inside;
  Graph graph;
  REQUIRE(launch(on(other), scale_add, value.data(), 2u, 0u).ok());
  REQUIRE(outside.record(other.handle()).ok());
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(forbidden(stream.wait(outside)));
  REQUIRE(forbidden(stream.end_capture(graph)));

  REQUIRE(stream.begin_capture().ok());
  REQUIRE(inside.record(stream.handle()).ok());
  REQUIRE(stream.end_capture(graph).ok());
  REQUIRE(forbidden(other.wait(inside)));
  REQUIRE(other.synchronize().ok());

  REQUIRE(stream.begin_capture().ok());
  REQUIRE(other.begin_capture().ok());
  REQUIRE(inside.record(stream.handle()).ok());
  REQUIRE(forbidden(other.wait(inside)));  // two captures cannot become one
  REQUIRE(forbidden(stream.end_capture(graph)));
  REQUIRE(forbidden(other.end_capture(graph)));
}

TEST_CASE("capture: a graph cannot be captured, a destroyed stream ends its capture") {
  DeviceBuffer<unsigned> value(std::vector<unsigned>{1});
  Stream stream;
  Graph graph;
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(stream.end_capture(graph).ok());  // an empty graph is a graph
  REQUIRE(graph.launch(stream.handle()).ok());
  REQUIRE(stream.begin_capture().ok());
  REQUIRE(forbidden(graph.launch(stream.handle())));
  REQUIRE(forbidden(stream.end_capture(graph)));
  stream_t raw = nullptr;
  REQUIRE(stream_create(&raw).ok());
  REQUIRE(capture_begin(raw).ok());
  REQUIRE(forbidden(stream_destroy(raw)));
  REQUIRE(device_synchronize().ok());  // nothing is being captured any more
  REQUIRE(graph_launch(nullptr, nullptr).code() == Code::invalid_configuration);
}
