// What a probe says about variants that keep their promises and others.
#include "tailproof/properties/variant/probe.hpp"
#include "planted.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tailproof::properties {
namespace {

std::vector<ProbeResult> probes_of(const char* fault) {
  const test::PlantedFaultChoice choice(fault);
  VariantDescription description;
  return probe_variant(test::planted_library(), test::quick(), description);
}

TEST_CASE("A probe tries both sides of every limit and goes on after a death") {
  const auto probes = probes_of("aligned-to-16-bytes");
  const auto misaligned = std::find_if(probes.begin(), probes.end(), [](const auto& probe) {
    return probe.what == "K = 64, 1 x 4, pitch one more than its multiple";
  });
  REQUIRE(misaligned != probes.end());
  CHECK_FALSE(misaligned->in_limits);
  // The planted variant does not refuse such a pitch: it dies of it.
  CHECK(misaligned->status == Status::crashed);
  CHECK(probes.back().status == Status::ok);
  for (const ProbeResult& probe : probes) {
    INFO(probe.what << ": " << probe.message);
    if (probe.tried && probe.in_limits) CHECK(probe.status == Status::ok);
  }
}

TEST_CASE("A refusal within the limits is told with the variant's own words") {
  for (const ProbeResult& probe : probes_of("refuses")) {
    if (!probe.tried) continue;
    CHECK(probe.status == Status::refused);
    CHECK(probe.message == "status 2: planted status (in select())");
  }
}

TEST_CASE("A variant in device memory is unavailable where there is no device") {
  ::setenv("CUDA_VISIBLE_DEVICES", "-1", 1);
  CHECK_THROWS_AS(probes_of("in-device-memory"), SubjectUnavailable);
  ::unsetenv("CUDA_VISIBLE_DEVICES");
}

}  // namespace
}  // namespace tailproof::properties
