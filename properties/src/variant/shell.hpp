// One shell command with a time limit.
#pragma once
#include <string>

namespace tailproof::properties {

struct ShellResult {
  bool timed_out = false;
  int wait_status = 0;
  std::string printed;  ///< the end of what it wrote to stdout and stderr
};

/// Runs sh -c in a process group of its own, which is ended with it. Throws std::system_error.
[[nodiscard]] ShellResult run_shell(const std::string& command, double seconds);

/// The word as one argument for sh.
[[nodiscard]] std::string quoted(const std::string& word);

}  // namespace tailproof::properties
