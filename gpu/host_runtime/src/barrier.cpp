#include "tailproof/simt/host/barrier.hpp"

#include <cstring>

#include "checks/checks.hpp"
#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {

namespace {

bool same_place(const char* file_a, int line_a, const char* file_b, int line_b) {
  return line_a == line_b && (file_a == file_b || std::strcmp(file_a, file_b) == 0);
}

Problem barrier_problem(Defect defect, const Cta& cta, const char* file, int line,
                        std::string message) {
  return {.defect = defect,
          .space = Space::none,
          .message = std::move(message),
          .action = "waits at __syncthreads",
          .position = {file, line},
          .has_other = cta.waiting > 0,
          .other = cta.index << thread_bits,
          .other_action = "waits at __syncthreads",
          .other_position = {cta.barrier_file, cta.barrier_line}};
}

void check_arrival(const Cta& cta, BarrierFold fold, const char* file, int line) {
  if (cta.alive < cta.threads) {
    fail(barrier_problem(Defect::divergent_barrier, cta, file, line,
                         std::to_string(cta.threads - cta.alive) +
                             " threads of the CTA have exited before this barrier"));
  }
  if (cta.waiting > 0 &&
      (fold != cta.fold || !same_place(file, line, cta.barrier_file, cta.barrier_line))) {
    fail(barrier_problem(Defect::mismatched_barrier, cta, file, line,
                         "threads of one CTA wait at different barriers"));
  }
}

int folded(const Cta& cta) {
  switch (cta.fold) {
    case BarrierFold::none:
      return 0;
    case BarrierFold::count:
      return cta.fold_count;
    case BarrierFold::all:
      return cta.fold_count == static_cast<int>(cta.threads) ? 1 : 0;
    case BarrierFold::any:
      return cta.fold_count > 0 ? 1 : 0;
  }
  return 0;
}

}  // namespace

int cta_barrier(BarrierFold fold, int predicate, const char* file, int line) {
  Engine& launch = *active_engine;
  Fiber& self = *current();
  Cta& cta = self.block();
  self.file = file;
  self.line = line;
  self.pauses = 0;
  check_arrival(cta, fold, file, line);
  cta.barrier_file = file;
  cta.barrier_line = line;
  cta.fold = fold;
  cta.fold_count += predicate != 0 ? 1 : 0;
  if (++cta.waiting < cta.alive) {
    self.wait = Wait::barrier;
    launch.scheduler.block();
    return cta.fold_result;
  }
  cta.fold_result = folded(cta);
  cta.fold_count = 0;
  cta.waiting = 0;
  ++launch.stats.barriers;
  checks::barrier_completes(cta);
  for (std::uint32_t i = 0; i < cta.threads; ++i) {
    if (cta.fibers[i].wait == Wait::barrier) launch.scheduler.push(&cta.fibers[i]);
  }
  const int result = cta.fold_result;
  launch.scheduler.offer();
  return result;
}

void named_barrier(unsigned id, unsigned threads, bool wait, const char* file, int line) {
  Engine& launch = *active_engine;
  Fiber& self = *current();
  Cta& cta = self.block();
  self.file = file;
  self.line = line;
  const auto wrong = [&](const char* message) {
    fail({.defect = Defect::mismatched_barrier,
          .message = message,
          .action = wait ? "waits at a named barrier" : "arrives at a named barrier",
          .position = {file, line}});
  };
  if (id == 0 || id >= cta.named.size()) wrong("named barriers are numbered 1 to 15");
  if (threads == 0 || threads % warp_lanes != 0 || threads > cta.threads) {
    wrong("a named barrier takes whole warps of the CTA");
  }
  NamedBarrier& barrier = cta.named[id];
  if (barrier.arrived > 0 && barrier.expected != threads) {
    wrong("threads at one named barrier name different thread counts");
  }
  barrier.expected = threads;
  checks::arrives(self, &barrier);
  if (++barrier.arrived < threads) {
    if (!wait) return;
    self.wait = Wait::named_barrier;
    self.awaited = &barrier;
    launch.scheduler.block();
    checks::waited(self, &barrier);
    return;
  }
  barrier.arrived = 0;
  checks::phase_completes(&barrier);
  for (std::uint32_t i = 0; i < cta.threads; ++i) {
    Fiber& other = cta.fibers[i];
    if (other.wait == Wait::named_barrier && other.awaited == &barrier)
      launch.scheduler.push(&other);
  }
  if (wait) checks::waited(self, &barrier);
  launch.scheduler.offer();
}

}  // namespace simt::detail
