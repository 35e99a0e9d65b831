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

SIMT_NOINLINE void refuse_exited(const Cta& cta, const char* file, int line) {
  const Quiet quiet;
  record(barrier_problem(Defect::divergent_barrier, cta, file, line,
                         std::to_string(cta.threads - cta.alive) +
                             " threads of the CTA have exited before this barrier"));
  abandon();
}

SIMT_NOINLINE void refuse_other_place(const Cta& cta, const char* file, int line) {
  const Quiet quiet;
  if (same_place(file, line, cta.barrier_file, cta.barrier_line)) return;
  record(barrier_problem(Defect::mismatched_barrier, cta, file, line,
                         "threads of one CTA wait at different barriers"));
  abandon();
}

/// Whether all threads of the CTA have arrived, the running one included.
inline bool arrive(Fiber& self, Cta& cta, const char* file, int line) {
  self.file = file;
  self.line = line;
  self.pauses = 0;
  if (cta.alive < cta.threads) [[unlikely]]
    refuse_exited(cta, file, line);
  if (cta.waiting == 0) {
    cta.barrier_file = file;
    cta.barrier_line = line;
  } else if (file != cta.barrier_file || line != cta.barrier_line) [[unlikely]] {
    refuse_other_place(cta, file, line);
  }
  return ++cta.waiting == cta.alive;
}

SIMT_NOINLINE void release(Cta& cta) {
  Engine& launch = *active_engine;
  cta.waiting = 0;
  ++launch.stats.barriers;
  checks::barrier_completes(cta);
  for (std::uint32_t i = 0; i < cta.threads; ++i) {
    if (cta.fibers[i].wait == Wait::barrier) launch.scheduler.push(&cta.fibers[i]);
  }
  launch.scheduler.offer();
}

int folded(BarrierFold fold, const Cta& cta) {
  switch (fold) {
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

// Leaves as little as possible on each of the many stacks: every path ends in a tail call.
void cta_sync(const char* file, int line) {
  Fiber& self = *current();
  Cta& cta = self.block();
  if (arrive(self, cta, file, line)) return release(cta);
  self.wait = Wait::barrier;
  active_engine->scheduler.block();
}

int cta_barrier(BarrierFold fold, int predicate, const char* file, int line) {
  Fiber& self = *current();
  Cta& cta = self.block();
  const bool last = arrive(self, cta, file, line);
  cta.fold_count += predicate != 0 ? 1 : 0;
  if (!last) {
    self.wait = Wait::barrier;
    active_engine->scheduler.block();
    return cta.fold_result;
  }
  const int result = cta.fold_result = folded(fold, cta);
  cta.fold_count = 0;
  release(cta);
  return result;
}

void named_barrier(unsigned id, unsigned threads, bool wait, const char* file, int line) {
  const Quiet quiet;
  Engine& launch = *active_engine;
  Fiber& self = *current();
  Cta& cta = self.block();
  self.file = file;
  self.line = line;
  const auto wrong = [&](const char* message) {
    record({.defect = Defect::mismatched_barrier,
            .message = message,
            .action = wait ? "waits at a named barrier" : "arrives at a named barrier",
            .position = {file, line}});
    abandon();
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
