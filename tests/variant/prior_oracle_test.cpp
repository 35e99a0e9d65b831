// An oracle beside the variant: what it accepts is believed, what it rejects is judged again, and
// an oracle that lies is found out.
#include "tailproof/properties/variant/prior_oracle.hpp"
#include "planted.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof_catch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::test {
namespace {

using namespace properties;

class OracleFaultChoice {
 public:
  explicit OracleFaultChoice(const char* fault) { ::setenv("TAILPROOF_PLANTED_ORACLE", fault, 1); }
  OracleFaultChoice(const OracleFaultChoice&) = delete;
  OracleFaultChoice& operator=(const OracleFaultChoice&) = delete;
  ~OracleFaultChoice() { ::unsetenv("TAILPROOF_PLANTED_ORACLE"); }
};

IsolationOptions beside(const char* library) {
  IsolationOptions options = quick();
  options.oracle_library = library;
  return options;
}

// Findings of contract and prior-oracle over some calls.
std::vector<Finding> findings_of(const char* variant_fault, const char* library, int calls = 1) {
  const PlantedFaultChoice choice(variant_fault);
  properties::Judge judge(std::make_unique<VariantSubject>(planted_library(), beside(library)));
  const std::vector<const Property*> asked = {find_property("contract"),
                                              find_property("prior-oracle")};
  const generators::Case made = generators::assemble(plain_rows(6, 30, 8));
  std::vector<Finding> findings;
  for (int call = 0; call < calls; ++call) {
    const auto judgement = judge.examine({made.matrix(), made.rank(), made.policy()},
                                         static_cast<std::uint64_t>(call), asked, false);
    CHECK(judgement.checked == asked);
    findings = judgement.findings;
  }
  return findings;
}

TEST_CASE("An oracle beside the variant accepts right answers before the host's is asked") {
  PlantedVariant variant("exact", beside(TAILPROOF_HOST_ORACLE));
  CHECK(variant->traits().judged);
  const generators::Case made = generators::assemble(plain_rows(6, 30, 8));
  Answer answer;
  variant->select({made.matrix(), made.rank(), made.policy()}, false, answer);
  CHECK(answer.accepted == std::vector<std::uint8_t>(6, 1));
  CHECK(findings_of("exact", TAILPROOF_HOST_ORACLE).empty());
}

TEST_CASE("Without an oracle beside it a variant's answers are judged by the host's alone") {
  PlantedVariant variant("exact");
  CHECK_FALSE(variant->traits().judged);
  CHECK(why_not_checked(*find_property("prior-oracle"), variant->traits()) ==
        "no oracle beside the subject judges its answers");
}

TEST_CASE("What it rejects is judged again by the host's oracle, which names what is wrong") {
  const auto findings = findings_of("wrong-row", TAILPROOF_HOST_ORACLE);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].property == "contract");
}

TEST_CASE("An oracle that does not pass its trial is refused") {
  const OracleFaultChoice lie("deaf");
  PriorOracle oracle(TAILPROOF_LYING_ORACLE);
  CHECK(oracle.memory_space() == TAILPROOF_MEMORY_HOST);
  CHECK_THROWS_AS(oracle.begin(), InputError);
  CHECK_THROWS_AS(VariantSubject(planted_library(), beside(TAILPROOF_LYING_ORACLE)), InputError);
}

TEST_CASE("A library that is no oracle is refused") {
  CHECK_THROWS_AS(PriorOracle(TAILPROOF_NO_SYMBOL_LIBRARY), InputError);
  CHECK_THROWS_AS(PriorOracle("no-such-library.so"), InputError);
}

TEST_CASE("An oracle that rejects right answers later is found out, and nothing else is") {
  const OracleFaultChoice lie("rejects-later");
  const auto findings = findings_of("exact", TAILPROOF_LYING_ORACLE, 120);
  REQUIRE(findings.size() == 6);
  CHECK(findings[0].property == "prior-oracle");
  CHECK(findings[0].detail == "rejects what the host's oracle accepts");
}

TEST_CASE("An oracle that accepts wrong answers later is found out by the rows judged twice") {
  const OracleFaultChoice lie("accepts-later");
  const auto findings = findings_of("wrong-rows", TAILPROOF_LYING_ORACLE, 120);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].property == "contract");
  CHECK(findings[1].detail.starts_with("accepts what the host's oracle rejects"));
}

TEST_CASE("The oracle is found beside an executable, or in the lib folder beside its own") {
  CHECK(find_prior_oracle("/no/such/folder/bin/tool").empty());
}

}  // namespace
}  // namespace tailproof::test
