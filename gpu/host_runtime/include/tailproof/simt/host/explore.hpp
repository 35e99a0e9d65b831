/// Running a kernel under many schedules, and reducing a failing one to its fewest preemptions.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tailproof/simt/host/launch.hpp"

namespace simt {

/// How much explore() may spend.
struct Budget {
  std::uint64_t first_seed = 1;
  unsigned schedules = 100;
  unsigned shrink_runs = 600;  ///< 0: do not shrink.
};

/// What explore() found: the first failing schedule, and the same shrunk.
struct Finding {
  std::uint64_t seed = 0;        ///< The failing Schedule::from_seed.
  std::string failure;           ///< The report's text, or what the body returned.
  std::optional<Report> report;  ///< Unless only the body's own check failed.
  Schedule minimal;              ///< Still fails alike; in order but for its deviations.
  unsigned runs = 0;             ///< Runs of the body, shrinking included.
};

/// `body` prepares its buffers, launches, checks the results and returns what is wrong, or "". It
/// must not depend on anything but its launches' schedule. Returns the first failing schedule, or
/// nothing when the whole budget passed.
std::optional<Finding> explore(const std::function<std::string()>& body, const Budget& budget = {});

/// Runs `launch_once` twice without touching the workspace in between and calls `observe` after
/// each: results that differ, or a report, mean that state leaked from the first launch into the
/// second. Returns what is wrong, or "".
std::string launch_twice(const std::function<Status()>& launch_once,
                         const std::function<std::string()>& observe);

}  // namespace simt
