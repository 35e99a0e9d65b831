/// Running the command-line tool as its users do.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::test {

/// What one run of the tool came to.
struct ToolRun {
  int code = -1;  ///< exit status, or minus the signal that killed it
  std::string out;
  std::string err;
};

struct ToolOptions {
  std::optional<std::string> out_path;           ///< standard output goes here instead
  std::optional<unsigned long> file_size_limit;  ///< RLIMIT_FSIZE, bytes
  std::function<void(pid_t)> meanwhile;          ///< runs while the tool does
};

/// Runs the tool with these arguments and waits for it.
ToolRun run_tool(const std::vector<std::string>& arguments, const ToolOptions& options = {});

/// The arguments "SCORES --lengths LENGTHS" of a capture slice of tests/data.
std::vector<std::string> capture(const std::string& name);

/// One list after the other.
std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& second);

}  // namespace tailproof::test
