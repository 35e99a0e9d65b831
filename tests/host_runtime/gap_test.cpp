// Overruns that land in a gap are seen when the CTA or the launch ends, in a build without
// instrumentation. (Under AddressSanitizer the access itself is the error.)
#include "memory_fault_kernels.hpp"
#include "runtime_support.hpp"

using namespace runtime_test;
using namespace fault_kernels;

namespace {
const simt::LaunchConfig one_cta = shape(1, 64, sizeof(Storage));
}

TEST_CASE("gaps: writing past a member of shared storage is a damaged red zone") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_of(one_cta, overrun_first, out.data(), 64u).empty());
  REQUIRE(defect_of(one_cta, overrun_first, out.data(), 65u) == "red_zone");
  REQUIRE(defect_of(one_cta, overrun_gap_free, out.data(), 64u).empty());
  REQUIRE(defect_of(one_cta, overrun_gap_free, out.data(), 65u) == "red_zone");
}

TEST_CASE("gaps: writing past shared memory or a buffer is found at the end") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_of(one_cta, behind_shared, out.data(), 4u) == "out_of_bounds");
  REQUIRE(simt::last_report()->space == simt::Space::shared);
  REQUIRE(defect_of(one_cta, write_global, out.data(), 1) == "out_of_bounds");
  REQUIRE(simt::last_report()->space == simt::Space::global);
  REQUIRE(defect_of(one_cta, write_global, out.data(), 0).empty());
}
