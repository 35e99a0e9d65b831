// Starting a program with chosen descriptors.
#pragma once
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace tailproof::properties {

/// Starts a program in a process group of its own, with default signals.
/// @param descriptors  pairs (ours, theirs); all others of ours are close-on-exec
/// @param environment  "NAME=value" entries that replace or join ours
/// Throws std::system_error.
[[nodiscard]] pid_t spawn(const std::vector<std::string>& arguments,
                          const std::vector<std::pair<int, int>>& descriptors,
                          const std::vector<std::string>& environment = {},
                          const std::string& folder = {});

}  // namespace tailproof::properties
