#include "subject_options.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "tailproof/io/input_error.hpp"

namespace tailproof::cli {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text,
                         const std::string& expected) {
  throw InputError({.file = option}, "expected " + expected + ", got " + printable(text));
}

}  // namespace

double seconds_of(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string unit = end;
  const double scale = unit.empty() || unit == "s" ? 1
                       : unit == "ms"              ? 1e-3
                       : unit == "m"               ? 60
                       : unit == "h"               ? 3600
                                                   : 0;
  if (end == text.c_str() || scale == 0 || !std::isfinite(value) || value < 0) {
    refuse(option, text, "a time such as 60s, 5m or 1h");
  }
  return value * scale;
}

std::uint64_t number_of(const std::string& option, const std::string& text) {
  const bool hex = text.starts_with("0x");
  const char* const begin = text.data() + (hex ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
  if (begin == end || error != std::errc{} || stop != end) {
    refuse(option, text, "a whole number in decimal or as 0x...");
  }
  return value;
}

void ShrinkOptionsText::add_to(CLI::App& command) {
  command.add_option("--shrink-budget", budget, "Time to shrink each failure")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--shrink-candidates", candidates, "Calls to spend on shrinking each failure")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--flaky", flaky,
                  "Shrink flaky failures too: a candidate counts if M of R runs fail")
      ->type_name("M/R");
}

properties::InvestigateOptions ShrinkOptionsText::options() const {
  properties::InvestigateOptions options;
  options.shrink.most_seconds = seconds_of("--shrink-budget", budget);
  options.shrink.most_candidates = candidates;
  options.shrink_it = options.shrink.most_seconds > 0 && candidates > 0;
  if (!flaky.empty()) {
    const std::size_t slash = flaky.find('/');
    if (slash == std::string::npos) refuse("--flaky", flaky, "M/R such as 2/10");
    const std::uint64_t failures = number_of("--flaky", flaky.substr(0, slash));
    const std::uint64_t runs = number_of("--flaky", flaky.substr(slash + 1));
    if (failures < 1 || failures > runs || runs > 1000) {
      refuse("--flaky", flaky, "M/R with 1 <= M <= R <= 1000");
    }
    options.flaky_rule = {static_cast<std::int32_t>(failures), static_cast<std::int32_t>(runs)};
  }
  return options;
}

ExitCode exit_code_of(const properties::CaseReport& report) {
  const bool died =
      report.status == properties::Status::crashed || report.status == properties::Status::hung;
  return died ? ExitCode::subject_failed : ExitCode::violation;
}

}  // namespace tailproof::cli
