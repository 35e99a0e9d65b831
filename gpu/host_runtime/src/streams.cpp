#include "stream_state.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "capture_guard.hpp"
#include "launch_now.hpp"
#include "random.hpp"
#include "tailproof/simt/host/launch.hpp"

namespace simt::detail {

StreamState& stream_state() {
  static thread_local StreamState state;
  return state;
}

Status known(HostStream* stream, const char* call) {
  const auto& streams = stream_state().streams;
  if (std::find(streams.begin(), streams.end(), stream) != streams.end()) return {};
  return Status(Code::invalid_configuration,
                std::string(call) + ": this OS thread has no such stream");
}

Status known(HostEvent* event, const char* call) {
  if (stream_state().events.contains(event)) return {};
  return Status(Code::invalid_configuration,
                std::string(call) + ": this OS thread has no such event");
}

std::size_t choose(std::size_t count, std::uint64_t purpose) {
  const Schedule& schedule = options().schedule;
  switch (schedule.order) {
    case Order::in_order:
    case Order::replay:
      return 0;
    case Order::reversed:
      return count - 1;
    default:
      return Random(schedule.seed, purpose).below(static_cast<std::uint32_t>(count));
  }
}

namespace {

bool runnable(const HostStream& stream) {
  return !stream.queue.empty() &&
         (stream.queue.front().wait_for == nullptr || stream.queue.front().wait_for->passed);
}

// A failed operation ends all queued work, as a fault ends the device's context; its status goes to
// whoever waits next.
void drop_everything() {
  for (HostStream* stream : stream_state().streams) {
    for (const Operation& operation : stream->queue) {
      if (operation.pass != nullptr) operation.pass->passed = true;
    }
    stream->queue.clear();
  }
}

void run_first(HostStream& stream) {
  const Operation operation = std::move(stream.queue.front());
  stream.queue.pop_front();
  Status status = operation.work ? operation.work() : Status();
  if (operation.pass != nullptr) operation.pass->passed = true;
  if (status.ok()) return;
  drop_everything();
  if (stream_state().failure.ok()) stream_state().failure = std::move(status);
}

// A record comes before every wait for it, so somebody can always run.
HostStream& blocker(HostStream* stream) {
  while (!runnable(*stream)) stream = stream->queue.front().wait_for->stream;
  return *stream;
}

// One step towards an empty `wanted`. In order, nothing runs that nobody waits for; under the other
// schedules everybody's work may come first.
void advance(HostStream* wanted) {
  const Order order = options().schedule.order;
  if (order == Order::in_order || order == Order::replay) {
    run_first(blocker(wanted));
    return;
  }
  std::vector<HostStream*> candidates;
  std::size_t left = 0;
  for (HostStream* stream : stream_state().streams) {
    left += stream->queue.size();
    if (stream != wanted && runnable(*stream)) candidates.push_back(stream);
  }
  if (runnable(*wanted)) candidates.insert(candidates.begin(), wanted);
  run_first(*candidates[choose(candidates.size(), left)]);
}

void finish(HostStream* stream) {
  while (!stream->queue.empty()) advance(stream);
}

void reach(const Mark& mark) {
  while (!mark.passed) advance(mark.stream);
}

Status take_failure() {
  return std::exchange(stream_state().failure, Status());
}

}  // namespace

void finish_streams() {
  for (std::size_t i = 0; i < stream_state().streams.size(); ++i) finish(stream_state().streams[i]);
}

Status submit(HostStream* stream, Work work) {
  if (stream == nullptr) return work();
  if (stream->capture != nullptr) {
    if (!stream->capture->spoilt.empty()) return refuse_in_capture("work for a spoilt capture");
    capture_work(*stream, std::move(work));
  } else {
    stream->queue.push_back({nullptr, std::move(work), nullptr});
  }
  return {};
}

Status enqueue_launch(const LaunchConfig& config, KernelCall call) {
  if (config.stream != nullptr) {
    if (Status status = known(config.stream, "launch"); !status.ok()) return status;
  }
  if (Status status = check_launch(config); !status.ok()) return status;
  const bool named = config.name != nullptr;
  return submit(config.stream, [config, call, named, name = std::string(named ? config.name : "")] {
    LaunchConfig now = config;
    if (named) now.name = name.c_str();
    return run_launch(now, call);
  });
}

}  // namespace simt::detail

namespace simt {

using namespace detail;

Status stream_create(stream_t* stream) {
  *stream = new HostStream;
  stream_state().streams.push_back(*stream);
  return {};
}

Status stream_destroy(stream_t stream) {
  if (Status status = known(stream, "stream_destroy"); !status.ok()) return status;
  Status status = leave_capture(*stream);
  finish(stream);
  std::erase(stream_state().streams, stream);
  delete stream;
  return status.ok() ? take_failure() : status;
}

Status stream_synchronize(stream_t stream) {
  if (Status status = refuse_in_capture("stream_synchronize"); !status.ok()) return status;
  if (stream == nullptr) return take_failure();
  if (Status status = known(stream, "stream_synchronize"); !status.ok()) return status;
  finish(stream);
  return take_failure();
}

Status stream_query(stream_t stream) {
  if (Status status = refuse_in_capture("stream_query"); !status.ok()) return status;
  if (stream == nullptr) return take_failure();
  if (Status status = known(stream, "stream_query"); !status.ok()) return status;
  if (stream->queue.empty()) return take_failure();
  advance(stream);  // time goes by, so that a loop of queries ends
  return Status(Code::not_ready, "stream_query: the stream has work left");
}

Status stream_wait_event(stream_t stream, event_t event) {
  if (Status status = known(event, "stream_wait_event"); !status.ok()) return status;
  if (stream != nullptr) {
    if (Status status = known(stream, "stream_wait_event"); !status.ok()) return status;
    if (event->captured || stream->capture != nullptr) return capture_wait(*stream, *event);
  } else if (event->captured) {
    return refuse_in_capture("stream_wait_event of the default stream");
  }
  if (event->mark == nullptr || event->mark->passed) return {};
  if (stream == nullptr) {
    reach(*event->mark);  // the default stream runs at once, so what it waits for does too
  } else {
    stream->queue.push_back({event->mark, nullptr, nullptr});
  }
  return {};
}

Status device_synchronize() {
  if (Status status = refuse_in_capture("device_synchronize"); !status.ok()) return status;
  finish_streams();
  return take_failure();
}

Status event_create(event_t* event) {
  *event = new HostEvent;
  stream_state().events.insert(*event);
  return {};
}

Status event_destroy(event_t event) {
  if (Status status = known(event, "event_destroy"); !status.ok()) return status;
  stream_state().events.erase(event);
  delete event;  // whoever waits for its mark owns that
  return {};
}

Status event_record(event_t event, stream_t stream) {
  if (Status status = known(event, "event_record"); !status.ok()) return status;
  if (stream != nullptr) {
    if (Status status = known(stream, "event_record"); !status.ok()) return status;
    if (stream->capture != nullptr) return capture_record(*stream, *event);
  }
  event->captured = false;
  event->mark = std::make_shared<Mark>(Mark{stream == nullptr, stream});
  if (stream != nullptr) stream->queue.push_back({nullptr, nullptr, event->mark});
  return {};
}

Status event_synchronize(event_t event) {
  if (Status status = known(event, "event_synchronize"); !status.ok()) return status;
  if (Status status = refuse_in_capture("event_synchronize"); !status.ok()) return status;
  if (event->captured) {
    return Status(Code::forbidden_in_capture,
                  "event_synchronize: the event was recorded in a capture, so no work leads to it");
  }
  if (event->mark != nullptr) reach(*event->mark);
  return take_failure();
}

Status event_query(event_t event) {
  if (Status status = known(event, "event_query"); !status.ok()) return status;
  if (Status status = refuse_in_capture("event_query"); !status.ok()) return status;
  if (event->captured) {
    return Status(Code::forbidden_in_capture,
                  "event_query: the event was recorded in a capture, so no work leads to it");
  }
  if (event->mark == nullptr || event->mark->passed) return take_failure();
  advance(event->mark->stream);
  return Status(Code::not_ready, "event_query: the work before the event is not finished");
}

Status memcpy_async(void* destination, const void* source, std::size_t bytes, stream_t stream) {
  if (stream != nullptr) {
    if (Status status = known(stream, "memcpy_async"); !status.ok()) return status;
  }
  return submit(stream, [=] { return copy_now(destination, source, bytes); });
}

Status memset_async(void* destination, int value, std::size_t bytes, stream_t stream) {
  if (stream != nullptr) {
    if (Status status = known(stream, "memset_async"); !status.ok()) return status;
  }
  return submit(stream, [=] { return set_now(destination, value, bytes); });
}

}  // namespace simt
