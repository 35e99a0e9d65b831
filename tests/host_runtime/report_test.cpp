// Reports: text, JSON, the first one wins, and every defect and schedule has a name.
#include <set>

#include "runtime_support.hpp"

using namespace runtime_test;

namespace {
__global__ void trap_in(unsigned thread) {
  if (threadIdx.x == thread) __trap();
}
}  // namespace

TEST_CASE("report: text and JSON carry kernel, thread, source line and seed") {
  FreshOptions fresh;
  simt::LaunchConfig config = shape(3, 32);
  config.name = "trap \"quoted\"\n\\";
  simt::options().schedule = simt::Schedule::from_seed(17);
  REQUIRE_FALSE(simt::launch(config, trap_in, 9u).ok());
  const simt::Report report = *simt::last_report();
  REQUIRE(report.actor.thread == 9);
  REQUIRE(report.text().find("seed 17") != std::string::npos);
  REQUIRE(report.text().find("report_test.cpp:") != std::string::npos);
  const std::string json = report.json();
  REQUIRE(json.front() == '{');
  REQUIRE(json.find("\"defect\":\"trap\"") != std::string::npos);
  REQUIRE(json.find("\"kernel\":\"trap \\\"quoted\\\"\\u000a\\\\\"") != std::string::npos);
  REQUIRE(json.find("\"seed\":17") != std::string::npos);
  REQUIRE(json.find('\n') == std::string::npos);
}

TEST_CASE("report: the first of several stays until it is cleared") {
  FreshOptions fresh;
  REQUIRE_FALSE(simt::launch(shape(1, 32), trap_in, 1u).ok());
  REQUIRE_FALSE(simt::launch(shape(1, 32), trap_in, 2u).ok());
  REQUIRE(simt::last_report()->actor.thread == 1);
  simt::clear_report();
  REQUIRE_FALSE(simt::last_report().has_value());
  REQUIRE(simt::launch(shape(1, 32), trap_in, 99u).ok());
  REQUIRE_FALSE(simt::last_report().has_value());
}

TEST_CASE("report: every defect has its own name") {
  std::set<std::string> names;
  for (int d = 0; d <= static_cast<int>(simt::Defect::bad_launch); ++d) {
    names.insert(simt::name(static_cast<simt::Defect>(d)));
  }
  REQUIRE(names.size() == static_cast<std::size_t>(simt::Defect::bad_launch) + 1);
  REQUIRE_FALSE(names.contains("?"));
}
