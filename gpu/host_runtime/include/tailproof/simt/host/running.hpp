/// What the inline part of the dialect needs to know about the running GPU thread. The runtime's
/// own structures extend these; nothing here is for kernels.
#pragma once
#include <climits>
#include <cstddef>
#include <cstdint>

#include "tailproof/simt/host/keywords.hpp"
#include "tailproof/simt/host/vector_types.hpp"

namespace simt::detail {

struct CtaView {
  uint3 block_index{};
  unsigned char* shared = nullptr;  // dynamic shared memory, garbage when the CTA starts
  std::size_t shared_bytes = 0;
  unsigned cluster_rank = 0;
  bool storage_ready = false;  // the red zones of the shared storage are registered
};

struct ThreadView {
  uint3 thread_index{};
  unsigned lane = 0;
  CtaView* cta = nullptr;
  bool quiet = false;  // in the runtime: its own memory accesses are nobody's business
};

/// State of the launch that this OS thread is executing.
struct Running {
  ThreadView* thread = nullptr;  // null outside of kernels
  int fuel = INT_MAX;            // scheduling points left until the scheduler is asked
  dim3 grid{}, block{};
  unsigned cluster_size = 1;
};
extern constinit thread_local Running running;

/// Called when the fuel is used up: a forced preemption, or the end of a runaway thread.
void out_of_fuel();
/// Reports `what` as an error of the running thread and abandons the launch.
[[noreturn]] void trap(const char* what, const char* file, int line);

/// A place where the schedule may switch to another thread.
SIMT_RUNTIME void scheduling_point() {
  if (--running.fuel <= 0) [[unlikely]]
    out_of_fuel();
}

}  // namespace simt::detail
