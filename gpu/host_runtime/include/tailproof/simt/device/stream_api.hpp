/// Streams, events and graphs of the device.
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <cstddef>

#include "tailproof/simt/device/status_of.hpp"

namespace simt {

/// Handles that Stream, Event and Graph own.
using stream_t = cudaStream_t;
using event_t = cudaEvent_t;
using graph_t = cudaGraphExec_t;

/// Streams; none of them synchronises with the default stream.
inline Status stream_create(stream_t* stream) {
  return detail::status_of(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking),
                           "cudaStreamCreateWithFlags");
}
inline Status stream_destroy(stream_t stream) {
  return detail::status_of(cudaStreamDestroy(stream), "cudaStreamDestroy");
}
inline Status stream_synchronize(stream_t stream) {
  return detail::status_of(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}
inline Status stream_query(stream_t stream) {
  return detail::status_of(cudaStreamQuery(stream), "cudaStreamQuery");
}
inline Status stream_wait_event(stream_t stream, event_t event) {
  return detail::status_of(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
}
inline Status device_synchronize() {
  return detail::status_of(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

/// Events; without timing.
inline Status event_create(event_t* event) {
  return detail::status_of(cudaEventCreateWithFlags(event, cudaEventDisableTiming),
                           "cudaEventCreateWithFlags");
}
inline Status event_destroy(event_t event) {
  return detail::status_of(cudaEventDestroy(event), "cudaEventDestroy");
}
inline Status event_record(event_t event, stream_t stream) {
  return detail::status_of(cudaEventRecord(event, stream), "cudaEventRecord");
}
inline Status event_synchronize(event_t event) {
  return detail::status_of(cudaEventSynchronize(event), "cudaEventSynchronize");
}
inline Status event_query(event_t event) {
  return detail::status_of(cudaEventQuery(event), "cudaEventQuery");
}

/// Copies and fills in a stream's order.
inline Status memcpy_async(void* destination, const void* source, std::size_t bytes,
                           stream_t stream) {
  return detail::status_of(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDefault, stream),
                           "cudaMemcpyAsync");
}
inline Status memset_async(void* destination, int value, std::size_t bytes, stream_t stream) {
  return detail::status_of(cudaMemsetAsync(destination, value, bytes, stream), "cudaMemsetAsync");
}

/// Capture of a stream into a graph, and its replay.
inline Status capture_begin(stream_t stream) {
  return detail::status_of(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
                           "cudaStreamBeginCapture");
}
inline Status capture_end(stream_t stream, graph_t* graph) {
  cudaGraph_t captured = nullptr;
  cudaError_t error = cudaStreamEndCapture(stream, &captured);
  if (error != cudaSuccess) return detail::status_of(error, "cudaStreamEndCapture");
  error = cudaGraphInstantiate(graph, captured, 0);
  static_cast<void>(cudaGraphDestroy(captured));
  return detail::status_of(error, "cudaGraphInstantiate");
}
inline Status graph_launch(graph_t graph, stream_t stream) {
  return detail::status_of(cudaGraphLaunch(graph, stream), "cudaGraphLaunch");
}
inline Status graph_destroy(graph_t graph) {
  return detail::status_of(cudaGraphExecDestroy(graph), "cudaGraphExecDestroy");
}

}  // namespace simt
#endif
