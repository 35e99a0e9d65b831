#include "property.hpp"

#include "skip.hpp"
#include "tailproof_catch.hpp"

#include <cstdlib>
#include <sstream>

namespace tailproof::test {
namespace {

constexpr std::uint64_t kFixedSeed = 0x7a11b00f;

}  // namespace

std::uint64_t suite_seed() {
  const char* given = std::getenv("TAILPROOF_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 0) : kFixedSeed;
}

PropertyReport interpret(const rc::detail::TestResult& result, const std::string& id,
                         std::uint64_t seed) {
  std::ostringstream text;
  text << "property \"" << id << "\" (replay: TAILPROOF_SEED=" << seed << ")\n";
  rc::detail::printResultMessage(result, text);
  if (!result.is<rc::detail::SuccessResult>()) return {PropertyOutcome::failed, text.str()};
  const bool ran = result.get<rc::detail::SuccessResult>().numSuccess > 0;
  return {ran ? PropertyOutcome::passed : PropertyOutcome::ran_zero_times, text.str()};
}

void report_to_catch(const PropertyReport& report) {
  INFO(report.text);
  if (report.outcome == PropertyOutcome::ran_zero_times) {
    skip(report.text);
    return;
  }
  CHECK(report.outcome == PropertyOutcome::passed);
}

}  // namespace tailproof::test
