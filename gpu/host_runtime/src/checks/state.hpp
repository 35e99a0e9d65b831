/// The checks' memory of one OS thread's launch.
#pragma once
#include <cstdint>
#include <unordered_map>

#include "knowledge.hpp"
#include "readers.hpp"
#include "shadow.hpp"

namespace simt::detail::checks {

/// An address through which threads synchronise: an atomic, an mbarrier or a named barrier.
struct Meeting {
  Knowledge published;  // by fenced atomics, or by completed phases
  Knowledge unfenced;   // would be, had they fenced
  Knowledge arriving;   // of the current phase
};

struct State {
  ~State();

  Shadow shared;
  Readers readers;
  std::unordered_map<const void*, Meeting> meetings;
  std::uint32_t launch_tag = 0;
  std::uint64_t accesses = 0;
};

State& state();

}  // namespace simt::detail::checks
