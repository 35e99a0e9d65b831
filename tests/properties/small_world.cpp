// The exhaustive small world, shorter here than in "tailproof check --small-world" (length 6).
#include "support.hpp"
#include "tailproof_catch.hpp"

#include "tailproof/properties/investigate.hpp"
#include "tailproof/properties/small_world.hpp"

#include <limits>

using namespace tailproof;
using namespace tailproof::properties;

TEST_CASE("the reference is right on every row of the small world") {
  const SmallWorldResult result = check_small_world(*make_subject("reference"), {4, 2});
  CHECK(result.rows == 1 + 7 + 49 + 343 + 2401);
  CHECK(result.selections > 80'000);
  CHECK(result.wrong == 0);
  CHECK(result.refused == 0);
}

TEST_CASE("the small world finds planted faults, with a row that still fails") {
  for (const char* fault : {"overflow-drop", "uncertified", "tie-duplicate", "inf-sentinel",
                            "flush-to-zero", "zero-split"}) {
    INFO(fault);
    const std::string subject = std::string("planted:") + fault;
    const SmallWorldResult result = check_small_world(*make_subject(subject), {3, 1});
    CHECK(result.wrong > 0);
    REQUIRE(result.first_wrong);
    CHECK_FALSE(test::judge_all(subject, *result.first_wrong).findings.empty());
  }
}

TEST_CASE("a subject that dies somewhere in the small world is found, down to the row") {
  const SmallWorldResult result = check_small_world(*make_subject("planted:crash-on-inf"), {3, 1});
  REQUIRE(result.first_wrong);
  CHECK(result.broken == "survives");
  Judge judge(make_subject("planted:crash-on-inf"));
  const CaseReport report =
      investigate(*result.first_wrong, judge, *find_property(result.broken), {});
  CHECK(report.status == Status::crashed);
  REQUIRE(report.specimen.rows.scores.size() == 1);
  CHECK(report.specimen.rows.scores[0] ==
        std::vector<float>{std::numeric_limits<float>::infinity()});
}
