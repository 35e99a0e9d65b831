#include <fmt/format.h>

#include <algorithm>

#include "report/check_report.hpp"
#include "report/markup.hpp"
#include "report/test_points.hpp"

namespace tailproof::cli {
namespace {

std::string element(const char* tag, const TestPoint& point) {
  return fmt::format("    <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", tag, escaped(point.kind),
                     escaped(point.message), escaped(point.detail));
}

std::string test_case(const TestPoint& point, const std::string& subject) {
  std::string text = fmt::format("  <testcase classname=\"{}\" name=\"{}\"", escaped(subject),
                                 escaped(point.name));
  switch (point.outcome) {
    case Outcome::passed:
      return text + "/>\n";
    case Outcome::failed:
      return text + ">\n" + element("failure", point) + "  </testcase>\n";
    case Outcome::died:
      return text + ">\n" + element("error", point) + "  </testcase>\n";
    case Outcome::skipped:
      return text + ">\n    <skipped message=\"" + escaped(point.message) + "\"/>\n  </testcase>\n";
  }
  return text;
}

}  // namespace

std::string junit_xml(const CheckReport& report) {
  const std::vector<TestPoint> points = test_points(report);
  const auto count = [&points](Outcome outcome) {
    return std::count_if(points.begin(), points.end(),
                         [outcome](const TestPoint& point) { return point.outcome == outcome; });
  };
  const std::string& subject = report.options.subject;
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tailproof check {}\" "
      "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      escaped(subject), points.size(), count(Outcome::failed), count(Outcome::died),
      count(Outcome::skipped), report.result.seconds);
  xml += fmt::format(
      "  <properties>\n    <property name=\"seed\" value=\"{}\"/>\n    <property name=\"cases\" "
      "value=\"{}\"/>\n    <property name=\"rows\" value=\"{}\"/>\n  </properties>\n",
      report.options.seed, report.result.cases, report.result.rows);
  for (const TestPoint& point : points) xml += test_case(point, subject);
  return xml + "</testsuite>\n";
}

}  // namespace tailproof::cli
