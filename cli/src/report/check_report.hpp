/// A check run in the forms that others read: JUnit XML, TAP, one HTML page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/kill_matrix.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/investigate.hpp"

namespace tailproof::cli {

/// A failure with what became of it.
struct ReportedFailure {
  properties::Failure failure;
  std::string folder;  ///< of the stored case; may be empty
  properties::Status status = properties::Status::ok;
  std::optional<properties::CaseReport> report;  ///< nothing where it was too large for a shard
};

/// How fast a run was at some time of it.
struct SpeedPoint {
  double seconds = 0;
  double rows = 0;  ///< so far
};

/// Everything that the reports are made of.
struct CheckReport {
  properties::CheckOptions options;
  properties::CheckResult result{};
  std::uint64_t min_hits = 0;
  std::vector<ReportedFailure> failures{};
  std::vector<SpeedPoint> speed{};    ///< empty where nobody watched
  std::optional<KillMatrix> kills{};  ///< where faults ran
};

/// One test suite: a test case a property, one for the coverage that was demanded. A violation is a
/// failure, a subject that died an error, what could not be checked is skipped.
[[nodiscard]] std::string junit_xml(const CheckReport& report);

/// TAP version 13: the same cases one a line, details of failures below them as comments.
[[nodiscard]] std::string tap_lines(const CheckReport& report);

/// The page, with pictures.
[[nodiscard]] std::string check_page(const CheckReport& report);

}  // namespace tailproof::cli
