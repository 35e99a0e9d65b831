/// Streams, events, captures and graphs of one OS thread.
#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "tailproof/simt/host/stream_api.hpp"

namespace simt::detail {

using Work = std::function<Status()>;

/// A point in a stream's order, made by each event_record.
struct Mark {
  bool passed = false;
  HostStream* stream = nullptr;  // whose work leads to it
};

/// One entry of a stream's queue: waits for a mark, works, passes a mark; each may be absent.
struct Operation {
  std::shared_ptr<Mark> wait_for;
  Work work;
  std::shared_ptr<Mark> pass;
};

struct Node {
  Work work;
  std::vector<std::size_t> after;  // nodes that must have run, all with smaller numbers
};

/// A capture in progress. `spoilt` names the first illegal call; then only capture_end is of use.
struct Capture {
  HostStream* origin = nullptr;
  std::vector<Node> nodes;
  std::vector<HostStream*> members;
  std::string spoilt;
};

}  // namespace simt::detail

namespace simt {

struct HostStream {
  std::deque<detail::Operation> queue;
  std::shared_ptr<detail::Capture> capture;
  std::vector<std::size_t> frontier;  // captured nodes that the next one comes after
};

struct HostEvent {
  std::shared_ptr<detail::Mark> mark;  // of the latest record; null: never recorded
  bool captured = false;               // the latest record was captured
  std::weak_ptr<detail::Capture> capture;
  std::vector<std::size_t> frontier;
};

struct HostGraph {
  std::shared_ptr<const std::vector<detail::Node>> nodes;
};

}  // namespace simt

namespace simt::detail {

/// Everything that this OS thread created and has not destroyed.
struct StreamState {
  std::vector<HostStream*> streams;  // in order of creation
  std::unordered_set<HostEvent*> events;
  std::unordered_set<HostGraph*> graphs;
  std::vector<Capture*> captures;
  Status failure;  // of work that ran, not yet handed to anybody
};
StreamState& stream_state();

/// ok(), or Code::invalid_configuration when the handle is not this OS thread's.
Status known(HostStream* stream, const char* call);
Status known(HostEvent* event, const char* call);
Status known(HostGraph* graph, const char* call);

/// Gives `work` to `stream`: runs it (default stream), queues it, or captures it.
Status submit(HostStream* stream, Work work);

/// Captured record and wait. Called when stream or event take part in a capture.
Status capture_record(HostStream& stream, HostEvent& event);
Status capture_wait(HostStream& stream, const HostEvent& event);
void capture_work(HostStream& stream, Work work);
/// Takes `stream`, about to be destroyed, out of its capture; its error if it is in one.
Status leave_capture(HostStream& stream);

/// Which of `count` candidates the schedule takes: the first in order, the last reversed, else any.
/// `purpose` keeps choices apart that the same seed makes.
std::size_t choose(std::size_t count, std::uint64_t purpose);

}  // namespace simt::detail
