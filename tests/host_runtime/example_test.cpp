// The example kernels are right, and silent, under hundreds of schedules; built for the race checks
// too.
#include "checks.hpp"
#include "tailproof_catch.hpp"

using namespace example;

namespace {

// 100 schedules of each kernel and test case; "" or the first failure.
std::string explored(const std::function<std::string()>& body) {
  simt::clear_report();
  const auto finding = simt::explore(body, {1, 100, 0});
  return finding ? "seed " + std::to_string(finding->seed) + ": " + finding->failure : "";
}

}  // namespace

TEST_CASE("example: block reduction is silent and right under 200 schedules") {
  CHECK(explored([] { return check_block_reduce<64>(5, 150); }) == "");
  CHECK(explored([] { return check_block_reduce<128>(3, 1); }) == "");
}

TEST_CASE("example: scan with look-back is silent and right under 200 schedules") {
  CHECK(explored([] { return check_scan_lookback<32>(200); }) == "");
  CHECK(explored([] { return check_scan_lookback<64>(257); }) == "");
}

TEST_CASE("example: cluster histogram is silent and right under 200 schedules") {
  CHECK(explored([] { return check_cluster_histogram<32, 16>(4, 300); }) == "");
  CHECK(explored([] { return check_cluster_histogram<64, 100>(2, 300); }) == "");
}
