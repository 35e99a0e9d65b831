/// What the host runtime found wrong with a kernel.
#pragma once
#include <cstdint>
#include <string>

#include "tailproof/simt/host/schedule.hpp"

namespace simt {

/// What a check can find wrong.
enum class Defect {
  out_of_bounds,
  misaligned,
  red_zone,
  uninitialised_read,
  read_only_write,
  foreign_local_memory,
  exited_cta_access,
  race,
  missing_fence,
  divergent_barrier,
  mismatched_barrier,
  illegal_mask,
  divergent_collective,
  async_copy,
  deadlock,
  livelock,
  runaway,
  wild_access,
  trap,
  state_leak,
  bad_launch,
};
/// The name as written, for instance "missing_fence".
const char* name(Defect defect);

/// Which address space a memory defect concerns.
enum class Space { none, shared, distributed, global, local };
const char* name(Space space);

/// A GPU thread and where it was in the source.
struct Actor {
  bool known = false;
  std::uint32_t cta = 0;
  std::uint32_t thread = 0;
  std::string action;  ///< "read", "write", "atomic", "waits at __syncthreads", ...
  std::string source;  ///< "file:line", empty when unknown
};

/// One finding; a launch stops at its first.
struct Report {
  Defect defect = Defect::trap;
  Space space = Space::none;
  std::string kernel;
  std::string message;  ///< One sentence.
  Actor actor;          ///< The thread in which the defect was noticed.
  Actor other;          ///< The second party of a race, barrier, ...
  Schedule schedule;    ///< Replays the launch.

  std::string text() const;
  /// One JSON object, ASCII, no line breaks.
  std::string json() const;
};

}  // namespace simt
