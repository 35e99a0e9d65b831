#include <fmt/format.h>

#include "report/check_report.hpp"
#include "report/test_points.hpp"

namespace tailproof::cli {
namespace {

/// One line of plain text: what a reader of lines could take for something else is spelled out.
std::string plain(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '#' || c == '\\') line += '\\';
    if (byte < 0x20 || byte == 0x7f) {
      line += fmt::format("\\x{:02x}", byte);
    } else {
      line += c;
    }
  }
  return line;
}

std::string comment(const std::string& text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += "#   " + plain(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::string tap_lines(const CheckReport& report) {
  const std::vector<TestPoint> points = test_points(report);
  std::string text = fmt::format("TAP version 13\n1..{}\n# {}: seed {}, {} cases, {} rows\n",
                                 points.size(), plain(report.options.subject), report.options.seed,
                                 report.result.cases, report.result.rows);
  int number = 0;
  for (const TestPoint& point : points) {
    const bool bad = point.outcome == Outcome::failed || point.outcome == Outcome::died;
    text += fmt::format("{} {} - {}", bad ? "not ok" : "ok", ++number, plain(point.name));
    if (point.outcome == Outcome::skipped) text += " # SKIP " + plain(point.message);
    text += "\n";
    if (bad) text += "# " + plain(point.kind + ": " + point.message) + "\n" + comment(point.detail);
  }
  return text;
}

}  // namespace tailproof::cli
