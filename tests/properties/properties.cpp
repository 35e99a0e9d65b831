// Every property fails on the fault planted for it, and holds for the exact selectors.
#include "support.hpp"
#include "tailproof_catch.hpp"

#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/planted.hpp"

#include <algorithm>

using namespace tailproof;
using namespace tailproof::properties;

namespace {

CheckOptions small_run(const std::string& subject, std::uint64_t cases) {
  CheckOptions options;
  options.subject = subject;
  options.cases = cases;
  options.sampler.max_length = 2048;
  options.sampler.out_of_contract = true;
  options.laws_per_case = -1;
  return options;
}

bool failed(const CheckResult& result, std::string_view property) {
  return std::any_of(result.failures.begin(), result.failures.end(),
                     [property](const Failure& f) { return f.finding.property == property; });
}

}  // namespace

TEST_CASE("each property is failed by its planted fault") {
  for (const Property& property : all_properties()) {
    INFO(property.name << " on planted:" << property.planted);
    REQUIRE(find_planted(property.planted) != nullptr);
    CheckOptions options = small_run("planted:" + std::string(property.planted), 2000);
    options.properties = {std::string(property.name)};
    CHECK(failed(run_check(options), property.name));
  }
}

TEST_CASE("every planted fault but the legal ones is found by the properties together") {
  for (const PlantedFault& fault : planted_faults()) {
    INFO(fault.name);
    const CheckResult result = run_check(small_run("planted:" + std::string(fault.name), 600));
    const bool legal = fault.name == "none" || fault.name == "tie-order";
    CHECK(result.failures.empty() == legal);
  }
}

TEST_CASE("what guards see around a law's own call is a finding of the law") {
  CheckOptions options = small_run("planted:breaks-guards-later", 1);
  options.properties = {"repeated"};
  const CheckResult result = run_check(options);
  REQUIRE(failed(result, "repeated"));
  CHECK(result.failures.front().finding.detail == "workspace-size in the derived call: planted");
}

TEST_CASE("an idle call is a replay's first") {
  CheckOptions options = small_run("planted:dies-idle", 1);
  options.properties = {"replayed"};
  const CheckResult result = run_check(options);
  REQUIRE(failed(result, "replayed"));
  CHECK(result.failures.front().finding.detail == "crashed the derived call: planted: empty grid");
}

TEST_CASE("exact selectors hold every property") {
  for (const char* subject : {"reference", "planted:none", "reference:stride=8,capacity=16"}) {
    INFO(subject);
    const CheckResult result = run_check(small_run(subject, 400));
    CHECK(result.cases == 400);
    CHECK(result.failures.empty());
    for (const Failure& failure : result.failures) CHECK(failure.finding.detail == "");
  }
}

TEST_CASE("another choice of ties is a legal variation, not a violation") {
  CheckOptions options = small_run("planted:tie-order", 300);
  options.properties = {"repeated", "contract"};
  const CheckResult result = run_check(options);
  CHECK(result.failures.empty());
  std::uint64_t variations = 0;
  for (const PropertyTally& tally : result.tallies) variations += tally.variations;
  CHECK(variations > 0);
}

TEST_CASE("what a subject cannot be held to is not counted as checked") {
  const CheckResult result = run_check(small_run("reference:stride=8", 50));
  const auto split =
      std::find_if(result.tallies.begin(), result.tallies.end(),
                   [](const auto& tally) { return tally.property->name == "split-counts"; });
  REQUIRE(split != result.tallies.end());
  CHECK(split->cases == 0);
  CHECK(split->not_checked == "the subject has a policy of its own");
}
