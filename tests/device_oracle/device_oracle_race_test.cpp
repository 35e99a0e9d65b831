// The oracle's kernels under the host runtime's memory checks, in order and in hostile schedules.
#include "device_judge.hpp"
#include "random_answers.hpp"
#include "tailproof_catch.hpp"

#include <string>

namespace tailproof::test {
namespace {

std::string judged(const RandomAnswers& made, std::uint64_t schedule) {
  simt::options().schedule = simt::Schedule::from_seed(schedule);
  DeviceQuestion question(made.matrix(), made.rank, made.indices, made.indices_pitch,
                          static_cast<int>(schedule % 4));
  std::string problem = question.judge();
  simt::options().schedule = {};
  if (problem.empty()) problem = question.fetch();
  if (!problem.empty()) return problem;
  return difference(expected_verdicts(made.matrix(), made.rank, made.indices, made.indices_pitch),
                    question.verdicts(), question.summary());
}

TEST_CASE("No race, overrun or uninitialised read in the device oracle, in any schedule tried") {
  REQUIRE(simt::checks_memory());
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    INFO("seed " << seed);
    CHECK(judged(random_answers(seed, 3, 90, 10), seed) == "");
  }
}

TEST_CASE("A CTA that judges whole rows does so without a race") {
  CHECK(judged(random_answers(3, 256, 30, 5), 3) == "");
}

TEST_CASE("Bitmaps in the workspace are used without a race") {
  RandomAnswers made = random_answers(7, 1, 262145, 4);
  CHECK(judged(made, 0) == "");
}

}  // namespace
}  // namespace tailproof::test
