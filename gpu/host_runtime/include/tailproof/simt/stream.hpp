/// RAII streams, events and graphs over the calls of stream_api.hpp, the same in both builds.
#pragma once
#include <utility>

#if defined(__CUDACC__)
#include "tailproof/simt/device/stream_api.hpp"
#else
#include "tailproof/simt/host/stream_api.hpp"
#endif

namespace simt {

/// Owner of an event: a point in a stream's order.
class Event {
 public:
  Event() : status_(event_create(&handle_)) {}
  ~Event() {
    if (handle_ != nullptr) static_cast<void>(event_destroy(handle_));
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  const Status& status() const { return status_; }
  event_t handle() const { return handle_; }
  Status record(stream_t stream) { return event_record(handle_, stream); }
  Status synchronize() { return event_synchronize(handle_); }
  /// ok, or Code::not_ready; never waits.
  Status query() { return event_query(handle_); }

 private:
  event_t handle_ = nullptr;
  Status status_;
};

/// Owner of an executable graph made by Stream::end_capture.
class Graph {
 public:
  Graph() = default;
  explicit Graph(graph_t handle) : handle_(handle) {}
  ~Graph() {
    if (handle_ != nullptr) static_cast<void>(graph_destroy(handle_));
  }
  Graph(Graph&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  bool empty() const { return handle_ == nullptr; }
  /// Enqueues all captured work on `stream`.
  Status launch(stream_t stream) { return graph_launch(handle_, stream); }

 private:
  graph_t handle_ = nullptr;
};

/// Owner of a stream that has no implicit order with the default stream.
class Stream {
 public:
  Stream() : status_(stream_create(&handle_)) {}
  ~Stream() {
    if (handle_ != nullptr) static_cast<void>(stream_destroy(handle_));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  const Status& status() const { return status_; }
  stream_t handle() const { return handle_; }
  Status synchronize() { return stream_synchronize(handle_); }
  Status query() { return stream_query(handle_); }
  /// Later work of this stream waits for `event`.
  Status wait(const Event& event) { return stream_wait_event(handle_, event.handle()); }

  Status begin_capture() { return capture_begin(handle_); }
  /// Ends the capture and makes an executable graph of it.
  Status end_capture(Graph& graph) {
    graph_t handle = nullptr;
    Status status = capture_end(handle_, &handle);
    if (status.ok()) graph = Graph(handle);
    return status;
  }

 private:
  stream_t handle_ = nullptr;
  Status status_;
};

}  // namespace simt
