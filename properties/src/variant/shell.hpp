// One shell command with limits of time and memory.
#pragma once
#include <cstdint>
#include <string>

namespace tailproof::properties {

struct ShellResult {
  bool timed_out = false;
  bool out_of_memory = false;  ///< ended for holding more than it may
  int wait_status = 0;
  std::string printed;  ///< the end of what it wrote to stdout and stderr
};

/// Runs sh -c in a process group of its own, which is ended with it. Throws std::system_error.
/// @param memory_bytes  that the group may hold, looked at several times a second; 0: unlimited
[[nodiscard]] ShellResult run_shell(const std::string& command, double seconds,
                                    std::uint64_t memory_bytes = 0);

/// The word as one argument for sh.
[[nodiscard]] std::string quoted(const std::string& word);

}  // namespace tailproof::properties
