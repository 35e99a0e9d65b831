#include "report/test_points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tailproof/properties/case_text.hpp"

namespace tailproof::cli {
namespace {

TestPoint failed_point(TestPoint point, const ReportedFailure& failed) {
  using properties::Status;
  const bool died = failed.status == Status::crashed || failed.status == Status::hung;
  point.outcome = died ? Outcome::died : Outcome::failed;
  point.kind = died ? properties::status_name(failed.status)
                    : properties::finding_class_name(failed.failure.finding.finding_class);
  point.message = failed.failure.finding.detail;
  if (failed.report) point.detail = properties::case_text(*failed.report);
  if (!failed.folder.empty()) point.detail += "reproduce: tailproof replay " + failed.folder + "\n";
  point.detail += "recipe: " + generators::to_string(failed.failure.recipe) + "\n";
  return point;
}

TestPoint coverage_point(const CheckReport& report) {
  TestPoint point{.name = "coverage"};
  const auto missing = properties::shortfalls(report.result.coverage, report.min_hits);
  if (!report.result.failures.empty() || report.min_hits == 0) {
    point.outcome = Outcome::skipped;
    point.message = report.min_hits == 0 ? "no coverage was demanded" : "the run ended early";
  } else if (!missing.empty()) {
    point.outcome = Outcome::failed;
    point.kind = "coverage";
    point.message =
        fmt::format("{} marks were hit fewer than {} times", missing.size(), report.min_hits);
    for (const properties::Shortfall& each : missing) {
      point.detail += fmt::format("{}: {}\n", reference::mark_name(each.mark), each.hits);
    }
  }
  return point;
}

}  // namespace

std::vector<TestPoint> test_points(const CheckReport& report) {
  std::vector<TestPoint> points;
  for (const properties::PropertyTally& tally : report.result.tallies) {
    TestPoint point{.name = std::string(tally.property->name)};
    const auto failed = std::find_if(report.failures.begin(), report.failures.end(),
                                     [&](const ReportedFailure& each) {
                                       return each.failure.finding.property == tally.property->name;
                                     });
    if (failed != report.failures.end()) {
      point = failed_point(std::move(point), *failed);
    } else if (!tally.not_checked.empty() || tally.cases == 0) {
      point.outcome = Outcome::skipped;
      point.message = tally.not_checked.empty() ? "no case held anything that it speaks about"
                                                : tally.not_checked;
    } else {
      point.message = fmt::format("{} cases", tally.cases);
    }
    points.push_back(std::move(point));
  }
  points.push_back(coverage_point(report));
  return points;
}

}  // namespace tailproof::cli
