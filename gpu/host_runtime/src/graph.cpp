#include <string>

#include "capture_guard.hpp"
#include "stream_state.hpp"

namespace simt::detail {

Status known(HostGraph* graph, const char* call) {
  if (stream_state().graphs.contains(graph)) return {};
  return Status(Code::invalid_configuration,
                std::string(call) + ": this OS thread has no such graph");
}

namespace {

// Each node after those that it comes after; among several that could be next, the schedule
// chooses.
Status run_nodes(const std::vector<Node>& nodes) {
  std::vector<bool> done(nodes.size(), false);
  for (std::size_t left = nodes.size(); left > 0; --left) {
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      bool ready = !done[i];
      for (const std::size_t before : nodes[i].after) ready = ready && done[before];
      if (ready) next.push_back(i);
    }
    const std::size_t node = next[choose(next.size(), left)];
    if (Status status = nodes[node].work(); !status.ok()) return status;
    done[node] = true;
  }
  return {};
}

}  // namespace
}  // namespace simt::detail

namespace simt {

using namespace detail;

Status graph_launch(graph_t graph, stream_t stream) {
  if (Status status = known(graph, "graph_launch"); !status.ok()) return status;
  if (stream != nullptr) {
    if (Status status = known(stream, "graph_launch"); !status.ok()) return status;
    if (stream->capture != nullptr) return refuse_in_capture("graph_launch on a captured stream");
  }
  return submit(stream, [nodes = graph->nodes] { return run_nodes(*nodes); });
}

Status graph_destroy(graph_t graph) {
  if (Status status = known(graph, "graph_destroy"); !status.ok()) return status;
  stream_state().graphs.erase(graph);
  delete graph;  // queued launches of it share its nodes
  return {};
}

}  // namespace simt
