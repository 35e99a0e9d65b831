// Built with EXAMPLE_PLANTED_RACE and for the race checks: each example's race is reported under
// every kind of schedule, and both of its source lines are named.
#include <fstream>
#include <string>

#include "checks.hpp"
#include "tailproof_catch.hpp"

using namespace example;

namespace {

// The text of "path:line".
std::string source_line(const std::string& source) {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string::npos) return "no position: " + source;
  std::ifstream file(source.substr(0, colon));
  std::string text;
  for (int line = std::stoi(source.substr(colon + 1)); line > 0; --line) std::getline(file, text);
  return text;
}

struct Expected {
  simt::Defect defect;
  std::string one, other;  // what the two source lines contain, in either order
};

void expect_race(const std::function<std::string()>& body, const Expected& expected) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::clear_report();
    CHECK_FALSE(body().empty());
    REQUIRE(simt::last_report().has_value());
    const simt::Report report = *simt::last_report();
    CAPTURE(report.text());
    CHECK(simt::name(report.defect) == std::string(simt::name(expected.defect)));
    const std::string one = source_line(report.actor.source);
    const std::string other = source_line(report.other.source);
    CAPTURE(one, other);
    const bool named = (one.find(expected.one) != std::string::npos &&
                        other.find(expected.other) != std::string::npos) ||
                       (one.find(expected.other) != std::string::npos &&
                        other.find(expected.one) != std::string::npos);
    REQUIRE(named);
  }
  simt::options().schedule = {};
  simt::clear_report();
}

}  // namespace

TEST_CASE("example: the block reduction's missing barrier is a race of two named lines") {
  expect_race([] { return check_block_reduce<64>(5, 150); },
              {simt::Defect::race, "sm.partial[tid / 32] = sum", "total += sm.partial[warp]"});
}

TEST_CASE("example: the scan's missing release is a missing fence between two named lines") {
  expect_race([] { return check_scan_lookback<32>(200); },
              {simt::Defect::missing_fence, "*place = value", "work."});
}

TEST_CASE("example: the histogram's misplaced cluster barrier is a race of two named lines") {
  expect_race([] { return check_cluster_histogram<32, 16>(4, 300); },
              {simt::Defect::race, "atomicAdd(&bins", "= sm.bins[bin]"});
}
