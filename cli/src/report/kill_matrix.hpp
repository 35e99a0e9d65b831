/// Which property kills which planted fault: what `tailproof faults --json` writes.
#pragma once

#include <string>
#include <vector>

namespace tailproof::cli {

/// Faults in the order of their file.
struct KillMatrix {
  struct Fault {
    std::string name;
    std::vector<std::string> killed_by;  ///< properties; empty: it survived
  };
  std::vector<Fault> faults;
};

/// Reads {"faults": [{"name": ..., "killed_by": [...]}, ...]}; other keys are left alone. Throws
/// InputError that names the file.
[[nodiscard]] KillMatrix read_kill_matrix(const std::string& file);

}  // namespace tailproof::cli
