// A variant's trace, bit for bit against the reference under the policy that it names.
#include "planted.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof_catch.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tailproof::properties {
namespace {

using test::lacking;
using test::plain_rows;
using test::planted_library;
using test::PlantedFaultChoice;
using test::quick;

std::vector<Finding> findings_of(const char* fault, const char* property) {
  const PlantedFaultChoice choice(fault);
  Judge judge(std::make_unique<VariantSubject>(planted_library(), quick()));
  const generators::Case made = generators::assemble(plain_rows(4, 400, 20));
  const Property* const only = find_property(property);
  return judge.examine(test::call_of(made), 1, std::array{only}, false).findings;
}

TEST_CASE("A trace equal to the reference's passes every trace property") {
  const PlantedFaultChoice choice("traced");
  Judge judge(std::make_unique<VariantSubject>(planted_library(), quick()));
  const generators::Case made = generators::assemble(plain_rows(4, 400, 20));
  std::vector<const Property*> properties;
  for (const Property& each : all_properties()) {
    if (each.kind == PropertyKind::trace || each.kind == PropertyKind::contract) {
      properties.push_back(&each);
    }
  }
  const Judgement judgement = judge.examine(test::call_of(made), 1, properties, true);

  CHECK(judgement.findings.empty());
  // The routes are those under the variant's own policy, not under the call's.
  REQUIRE(judgement.routes.size() == 4);
  REQUIRE(judge.bench().answer.traces.size() == 4);
  CHECK(judge.bench().answer.traces[0].stride == 4u);
  CHECK(judge.bench().answer.traces[0].sampled_histogram.size() == 2048);
}

TEST_CASE("A count that is one too large is named with its phase and field") {
  const auto findings = findings_of("traced-wrong-count", "trace-equality");
  REQUIRE(findings.size() == 4);
  CHECK(lacking(findings[0].detail, "admission") == "");
}

TEST_CASE("A variant without a trace is not held to trace properties") {
  const PlantedFaultChoice choice("exact");
  const VariantSubject subject(planted_library(), quick());
  CHECK(why_not_checked(*find_property("trace-equality"), subject.traits()) ==
        "the subject records no traces");
}

}  // namespace
}  // namespace tailproof::properties
