// The suites of the running selector, the same on the host and on a GPU.
#pragma once
#include "running_check.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

struct RunningSuite {
  std::string name;
  /// The first failure, or "".
  std::string (*run)(const RunningKernel& kernel, RunningCensus& census);
};
[[nodiscard]] const std::vector<RunningSuite>& running_suites();

/// Rows of every way, in one case a rank, trivial rows in between. Throws std::logic_error where a
/// way is in none.
[[nodiscard]] std::vector<ScoreCase> running_route_cases(const RunningKernel& kernel,
                                                         std::uint64_t seed);

}  // namespace tailproof::gpu_test
