#include <algorithm>
#include <string>
#include <utility>

#include "capture_guard.hpp"
#include "stream_state.hpp"

namespace simt::detail {

namespace {

void merge(std::vector<std::size_t>& frontier, const std::vector<std::size_t>& more) {
  for (const std::size_t node : more) {
    if (std::find(frontier.begin(), frontier.end(), node) == frontier.end()) {
      frontier.push_back(node);
    }
  }
}

Status spoil(Capture& capture, const std::string& text) {
  if (capture.spoilt.empty()) capture.spoilt = text;
  return Status(Code::forbidden_in_capture, text);
}

void end(Capture& capture) {
  std::erase(stream_state().captures, &capture);
  const std::vector<HostStream*> members = capture.members;
  for (HostStream* stream : members) {  // the last of them frees the capture
    stream->frontier.clear();
    stream->capture.reset();
  }
}

// Whether all captured work leads to the origin stream.
bool joined(const Capture& capture) {
  std::vector<bool> reached(capture.nodes.size(), false);
  for (const std::size_t node : capture.origin->frontier) reached[node] = true;
  for (std::size_t node = capture.nodes.size(); node-- > 0;) {
    if (!reached[node]) return false;
    for (const std::size_t before : capture.nodes[node].after) reached[before] = true;
  }
  return true;
}

}  // namespace

Status refuse_in_capture(const char* call) {
  auto& captures = stream_state().captures;
  if (captures.empty()) return {};
  const std::string text = std::string(call) + " is forbidden while a stream is being captured";
  for (Capture* capture : captures) static_cast<void>(spoil(*capture, text));
  return Status(Code::forbidden_in_capture, text);
}

void capture_work(HostStream& stream, Work work) {
  Capture& capture = *stream.capture;
  capture.nodes.push_back({std::move(work), stream.frontier});
  stream.frontier = {capture.nodes.size() - 1};
}

Status capture_record(HostStream& stream, HostEvent& event) {
  event.captured = true;
  event.capture = stream.capture;
  event.frontier = stream.frontier;
  return {};
}

Status capture_wait(HostStream& stream, const HostEvent& event) {
  const std::shared_ptr<Capture> capture = event.captured ? event.capture.lock() : nullptr;
  if (event.captured && capture == nullptr) {
    const std::string text = "stream_wait_event: the event belongs to a capture that has ended";
    return stream.capture != nullptr ? spoil(*stream.capture, text)
                                     : Status(Code::forbidden_in_capture, text);
  }
  if (!event.captured) {
    if (event.mark == nullptr) return {};
    return spoil(*stream.capture,
                 "stream_wait_event: captured work cannot wait for an event that was recorded "
                 "outside of the capture");
  }
  if (stream.capture == nullptr) {  // the stream joins the capture
    stream.capture = capture;
    stream.frontier = event.frontier;
    capture->members.push_back(&stream);
    return {};
  }
  if (stream.capture != capture) {
    static_cast<void>(spoil(*capture, "stream_wait_event: two captures cannot become one"));
    return spoil(*stream.capture, "stream_wait_event: two captures cannot become one");
  }
  merge(stream.frontier, event.frontier);
  return {};
}

Status leave_capture(HostStream& stream) {
  if (stream.capture == nullptr) return {};
  const std::shared_ptr<Capture> capture = stream.capture;
  Status status = spoil(*capture, "stream_destroy: the stream was being captured");
  if (capture->origin == &stream) {
    end(*capture);
  } else {
    std::erase(capture->members, &stream);
  }
  return status;
}

}  // namespace simt::detail

namespace simt {

using namespace detail;

Status capture_begin(stream_t stream) {
  if (stream == nullptr) {
    return Status(Code::forbidden_in_capture,
                  "capture_begin: the default stream cannot be captured");
  }
  if (Status status = known(stream, "capture_begin"); !status.ok()) return status;
  if (stream->capture != nullptr) {
    return Status(Code::forbidden_in_capture,
                  "capture_begin: the stream is being captured already");
  }
  stream->capture = std::make_shared<Capture>();
  stream->capture->origin = stream;
  stream->capture->members.assign(1, stream);
  stream->frontier.clear();
  stream_state().captures.push_back(stream->capture.get());
  return {};
}

Status capture_end(stream_t stream, graph_t* graph) {
  *graph = nullptr;
  if (Status status = known(stream, "capture_end"); !status.ok()) return status;
  if (stream->capture == nullptr) {
    return Status(Code::forbidden_in_capture, "capture_end: the stream is not being captured");
  }
  const std::shared_ptr<Capture> capture = stream->capture;
  if (capture->origin != stream) {
    return spoil(*capture, "capture_end: the capture began on another stream");
  }
  Status status;
  if (!capture->spoilt.empty()) {
    status = Status(Code::forbidden_in_capture,
                    "capture_end: the capture was spoilt: " + capture->spoilt);
  } else if (!joined(*capture)) {
    status = Status(Code::forbidden_in_capture,
                    "capture_end: work of another stream in the capture was not joined to it by an "
                    "event");
  }
  end(*capture);
  if (!status.ok()) return status;
  *graph = new HostGraph{std::make_shared<const std::vector<Node>>(std::move(capture->nodes))};
  stream_state().graphs.insert(*graph);
  return {};
}

}  // namespace simt
