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
};

/// The state of this OS thread; made on first use.
State& thread_state();

/// What every access needs, without a call: valid while this OS thread runs a launch in an
/// instrumented program.
struct Hot {
  State* state = nullptr;
  const unsigned char* arena = nullptr;
  Shadow global{};
  std::uint64_t accesses = 0;
  // The read-only buffer that was read last; empty when there is none.
  const unsigned char* read_only = nullptr;
  std::size_t read_only_bytes = 0;
  const std::uint8_t* read_only_states = nullptr;
};
extern constinit thread_local Hot hot;

inline State& state() {
  return *hot.state;
}

}  // namespace simt::detail::checks
