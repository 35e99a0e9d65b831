// What a library must be like to be loaded at all, and what it is told otherwise.
#include "planted.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof_catch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tailproof::properties {
namespace {

using test::lacking;
using test::planted_library;
using test::PlantedFaultChoice;
using test::quick;

std::string load_error(const VariantTarget& target) {
  try {
    const VariantSubject subject(target, quick());
  } catch (const InputError& error) {
    return error.what();
  }
  return "loaded";
}

TEST_CASE("A description with a fault is refused with the field and its range") {
  const std::vector<std::pair<const char*, std::string>> faults = {
      {"abi-version-2", "abi_version is 2, must be 1"},
      {"no-name", "name is null"},
      {"no-select", "select is null"},
      {"rank-zero", "limits.least_rank is 0, must be in [1, 2147483647]"},
      {"odd-alignment", "limits.base_alignment is no power of two"},
      {"policy-without-trace", "trace_policy is given without trace"},
      {"unknown-flag", "flags holds an unknown bit"},
      {"null-capacities", "capacities is null although capacity_count is 3"},
      {"other-memory", "memory_space is 9, must be in [0, 1]"},
  };
  for (const auto& [fault, problem] : faults) {
    INFO(fault);
    const PlantedFaultChoice choice(fault);
    CHECK(load_error(planted_library()) == planted_library().name + ": " + problem);
  }
}

TEST_CASE("A file that is no variant is refused with the reason") {
  CHECK(lacking(load_error({false, "./no-such-file.so"}), "./no-such-file.so: cannot be loaded") ==
        "");
  CHECK(lacking(load_error({false, TAILPROOF_TEST_WORKER}), "cannot be loaded") == "");
  CHECK(lacking(load_error({false, TAILPROOF_NO_SYMBOL_LIBRARY}),
                "exports no tailproof_variant_v1()") == "");
  CHECK(lacking(load_error({true, "nobody"}), "no built-in variant 'nobody'") == "");
}

TEST_CASE("A library that dies while it is loaded is a lost subject, with its last words") {
  const PlantedFaultChoice choice("dies-while-loading");
  try {
    const VariantSubject subject(planted_library(), quick());
    FAIL("loaded");
  } catch (const SubjectLost& error) {
    CHECK(lacking(error.what(), "SIGABRT (Aborted) while loading") == "");
  }
}

TEST_CASE("A description survives the way from the worker") {
  test::PlantedVariant variant("traced");
  const VariantDescription& description = variant->description();
  CHECK(description.name == "traced");
  CHECK(description.limits.greatest_rank == 4096);
  CHECK(description.limits.greatest_width == 1 << 22);
  CHECK(description.has(TAILPROOF_READS_LIVE_ROWS));
  REQUIRE(description.policy.has_value());
  CHECK(description.policy->stride() == 4);
  CHECK(description.histogram_bins == 2048);
  CHECK(to_json(description_from_json(to_json(description))) == to_json(description));
  CHECK_THROWS_AS(description_from_json("{}"), InputError);
}

TEST_CASE("A variant's declarations become the subject's traits") {
  test::PlantedVariant variant("exact");
  const Traits& traits = variant->traits();
  CHECK(traits.name == std::string("variant:") + TAILPROOF_PLANTED_LIBRARY);
  CHECK_FALSE(traits.traces);
  CHECK_FALSE(traits.policy.has_value());
  CHECK(traits.greatest_rank == 4096);
}

}  // namespace
}  // namespace tailproof::properties
