/// A check run as a list of test points, which JUnit and TAP both are.
#pragma once

#include <string>
#include <vector>

#include "report/check_report.hpp"

namespace tailproof::cli {

/// How one test point ended.
enum class Outcome { passed, failed, died, skipped };

/// One property, or the demanded coverage.
struct TestPoint {
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string kind{};     ///< class of the finding, for what failed
  std::string message{};  ///< one line: why it failed, died or was skipped
  std::string detail{};   ///< the case in words, and how to reproduce it
};

/// In the order of the property table, coverage last.
[[nodiscard]] std::vector<TestPoint> test_points(const CheckReport& report);

}  // namespace tailproof::cli
