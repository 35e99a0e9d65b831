/// Streams, events and graphs on the host. Work of a stream other than the default one runs only
/// when something waits for it, so that a missing synchronisation shows; different streams
/// interleave by the schedule's seed.
#pragma once
#include <cstddef>

#include "tailproof/simt/status.hpp"

namespace simt {

struct HostStream;
struct HostEvent;
struct HostGraph;
/// Handles that Stream, Event and Graph own.
using stream_t = HostStream*;
using event_t = HostEvent*;
using graph_t = HostGraph*;

Status stream_create(stream_t* stream);
/// Finishes the stream's work first.
Status stream_destroy(stream_t stream);
Status stream_synchronize(stream_t stream);
/// ok, or Code::not_ready.
Status stream_query(stream_t stream);
Status stream_wait_event(stream_t stream, event_t event);
/// All streams of this OS thread.
Status device_synchronize();

Status event_create(event_t* event);
Status event_destroy(event_t event);
Status event_record(event_t event, stream_t stream);
Status event_synchronize(event_t event);
Status event_query(event_t event);

/// `source` must stay valid until the copy has run.
Status memcpy_async(void* destination, const void* source, std::size_t bytes, stream_t stream);
Status memset_async(void* destination, int value, std::size_t bytes, stream_t stream);

/// From here on work given to `stream` is recorded, not run. Allocation and synchronisation are
/// errors meanwhile.
Status capture_begin(stream_t stream);
Status capture_end(stream_t stream, graph_t* graph);
Status graph_launch(graph_t graph, stream_t stream);
Status graph_destroy(graph_t graph);

}  // namespace simt
