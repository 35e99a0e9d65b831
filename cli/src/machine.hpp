/// What a machine has that the project can use.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tailproof::cli {

/// One thing looked for.
struct Finding {
  std::string group;                 ///< heading: "compilers", "GPU", ...
  std::string name;                  ///< what was looked for
  std::optional<std::string> found;  ///< version and place; nothing if it is not there
  std::string skipped_without;       ///< what goes unchecked without it; empty if nothing does
};

/// Looks for everything, running the programs it finds for their versions (at most 20 s each).
[[nodiscard]] std::vector<Finding> examine_machine();

}  // namespace tailproof::cli
