#include "tailproof/simt/host/cluster.hpp"

#include <cstring>

#include "checks/checks.hpp"
#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {

namespace {

void arrive(Fiber& self, Cluster& cluster, const char* file, int line) {
  if (self.cluster_phase != 0) {
    record({.defect = Defect::mismatched_barrier,
            .space = Space::distributed,
            .message = "a thread arrives twice at the cluster barrier without waiting between",
            .action = "arrives at the cluster barrier",
            .position = {file, line}});
    abandon();
  }
  if (cluster.alive < cluster.threads) {
    record({.defect = Defect::divergent_barrier,
            .space = Space::distributed,
            .message = std::to_string(cluster.threads - cluster.alive) +
                       " threads of the cluster have exited before this barrier",
            .action = "arrives at the cluster barrier",
            .position = {file, line}});
    abandon();
  }
  self.cluster_phase = cluster.phase + 1;
  if (++cluster.arrived < cluster.alive) return;
  cluster.arrived = 0;
  ++cluster.phase;
  ++active_engine->stats.barriers;
  checks::cluster_barrier_completes(cluster);
  for (Cta& cta : cluster.ctas) {
    for (std::uint32_t i = 0; i < cta.threads; ++i) {
      if (cta.fibers[i].wait == Wait::cluster) active_engine->scheduler.push(&cta.fibers[i]);
    }
  }
}

void wait(Fiber& self, const Cluster& cluster, const char* file, int line) {
  if (self.cluster_phase == 0) {
    record({.defect = Defect::mismatched_barrier,
            .space = Space::distributed,
            .message = "a thread waits at the cluster barrier without having arrived",
            .action = "waits at the cluster barrier",
            .position = {file, line}});
    abandon();
  }
  const bool complete = self.cluster_phase <= cluster.phase;
  self.cluster_phase = 0;
  if (complete) {
    active_engine->scheduler.offer();
    return;
  }
  self.wait = Wait::cluster;
  active_engine->scheduler.block();
}

}  // namespace

void cluster_barrier(bool arrives, bool waits, const char* file, int line) {
  const Quiet quiet;
  Fiber& self = *current();
  Cluster& cluster = *self.block().cluster;
  self.file = file;
  self.line = line;
  self.pauses = 0;
  const bool whole = arrives && waits;
  if (whole && cluster.arrived > 0 && cluster.file != nullptr &&
      (line != cluster.line || std::strcmp(file, cluster.file) != 0)) {
    record(
        {.defect = Defect::mismatched_barrier,
         .space = Space::distributed,
         .message = std::string("threads of one cluster wait at different barriers, others at ") +
                    cluster.file + ":" + std::to_string(cluster.line),
         .action = "waits at the cluster barrier",
         .position = {file, line}});
    abandon();
  }
  if (arrives) {
    cluster.file = whole ? file : nullptr;
    cluster.line = line;
    arrive(self, cluster, file, line);
  }
  if (waits) wait(self, cluster, file, line);
}

void* map_shared(const void* local, unsigned rank, const char* file, int line) {
  const Quiet quiet;
  const Cta& cta = current()->block();
  const auto offset =
      static_cast<std::size_t>(static_cast<const unsigned char*>(local) - cta.shared);
  const char* wrong = nullptr;
  if (rank >= cta.cluster->ctas.size()) wrong = "map_shared_rank: there is no such rank";
  if (offset >= cta.shared_bytes)
    wrong = "map_shared_rank: not an address in the CTA's shared memory";
  if (wrong != nullptr) {
    record({.defect = Defect::out_of_bounds,
            .space = Space::distributed,
            .message = wrong,
            .action = "maps an address",
            .position = {file, line}});
    abandon();
  }
  return cta.cluster->ctas[rank].shared + offset;
}

}  // namespace simt::detail
