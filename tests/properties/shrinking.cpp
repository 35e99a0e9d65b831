// Shrinking as a whole: minima, budgets, flaky failures, crashes.
#include "support.hpp"
#include "tailproof_catch.hpp"

#include "tailproof/generators/counter_random.hpp"
#include "tailproof/properties/investigate.hpp"

#include <algorithm>
#include <limits>
#include <set>

using namespace tailproof;
using namespace tailproof::properties;

namespace {

std::vector<float> noise(std::size_t length) {
  std::vector<float> row(length);
  const generators::CounterRandom random(1, 0);
  for (std::size_t i = 0; i < length; ++i) row[i] = static_cast<float>(random.at(i) >> 40);
  return row;
}

CaseReport investigate_fault(const std::string& fault, const std::string& property,
                             const Specimen& specimen, const InvestigateOptions& options = {}) {
  Judge judge(make_subject("planted:" + fault));
  return investigate(specimen, judge, *find_property(property), options);
}

}  // namespace

TEST_CASE("a planted overflow in a long row ends as two scores and K = 1") {
  const CaseReport report = investigate_fault(
      "overflow-drop", "contract", test::specimen_of(noise(100'000), 2048, "stride=128"));
  CHECK(report.end == ShrinkEnd::minimal);
  CHECK(report.specimen.rows.rank == 1);
  CHECK(report.specimen.rows.scores[0].size() == 2);
  CHECK(report.rate.failures == report.rate.runs);
  CHECK(report.departure.find("admission") == 0);
  CHECK(report.candidates < 1000);
}

TEST_CASE("where the policy is fixed an overflow of CAP ends as CAP + 1 scores and K = 1") {
  Judge judge(make_subject("planted:overflow-drop"));
  const FailureTest test = failure_test(judge, *find_property("contract"));
  const ShrinkResult result =
      shrink(test::specimen_of(noise(20'000), 256, "stride=16,capacity=128"), test, {});
  CHECK(result.end == ShrinkEnd::minimal);
  CHECK(result.smallest.rows.rank == 1);
  const std::vector<float>& row = result.smallest.rows.scores[0];
  CHECK(row.size() == 129);
  CHECK(std::count(row.begin(), row.end(), *std::min_element(row.begin(), row.end())) == 128);
}

TEST_CASE("one score of a million costs few candidates") {
  std::vector<float> row(1 << 20, 1.0f);
  row[654'321] = 2;
  std::int64_t seen = 0;
  const FailureTest test = [&seen](const Call& call, std::uint64_t) {
    seen += call.matrix.lengths[0];
    const auto valid = call.matrix.valid(0);
    const bool fails = std::find(valid.begin(), valid.end(), 2.0f) != valid.end();
    return fails ? FailedRows{0} : FailedRows{};
  };
  const ShrinkResult result = shrink(test::specimen_of(std::move(row), 1), test, {});
  CHECK(result.end == ShrinkEnd::minimal);
  CHECK(result.smallest.rows.scores[0] == std::vector<float>{2});
  CHECK(result.candidates < 120);
  CHECK(seen < 12 * (1 << 20));
}

TEST_CASE("a failure that is gone is said to be gone") {
  const FailureTest never = [](const Call&, std::uint64_t) { return FailedRows{}; };
  const Specimen from = test::specimen_of({1, 2, 3}, 1);
  const ShrinkResult result = shrink(from, never, {});
  CHECK(result.end == ShrinkEnd::not_failing);
  CHECK(result.smallest.rows.scores == from.rows.scores);
}

TEST_CASE("a used up budget keeps the best so far") {
  const FailureTest test = [](const Call& call, std::uint64_t) {
    return call.matrix.lengths[0] >= 100 ? FailedRows{0} : FailedRows{};
  };
  ShrinkOptions options;
  options.most_candidates = 12;
  const ShrinkResult few = shrink(test::specimen_of(noise(5000), 1), test, options);
  CHECK(few.end == ShrinkEnd::out_of_candidates);
  CHECK(few.candidates <= 12);
  CHECK(few.smallest.rows.scores[0].size() < 5000);
  options.most_candidates = 100'000;
  options.most_seconds = 0;
  CHECK(shrink(test::specimen_of(noise(5000), 1), test, options).end == ShrinkEnd::out_of_time);
}

TEST_CASE("a flaky failure is reported with its rate and left alone unless a rule is given") {
  const Specimen from = test::specimen_of(noise(500), 4);
  const CaseReport alone = investigate_fault("every-other-call", "contract", from);
  CHECK(alone.rate.flaky());
  CHECK(alone.specimen.rows.scores == from.rows.scores);
  CHECK(alone.candidates == 0);
  InvestigateOptions options;
  options.flaky_rule = {1, 2};  // of two runs in a row one fails
  const CaseReport ruled = investigate_fault("every-other-call", "contract", from, options);
  CHECK(ruled.rate.flaky());
  CHECK(ruled.specimen.rows.scores[0].size() < 10);
}

TEST_CASE("a failure that fails at random is never shrunk to one that does not fail") {
  std::uint64_t calls = 0;
  const FailureTest test = [&calls](const Call& call, std::uint64_t) {
    const bool unlucky = generators::mix(++calls) % 5 == 0;
    return unlucky && call.matrix.lengths[0] > 100 ? FailedRows{0} : FailedRows{};
  };
  ShrinkOptions options;
  options.failures = 2;
  options.runs = 40;
  const ShrinkResult result = shrink(test::specimen_of(noise(3000), 1), test, options);
  CHECK(result.smallest.rows.scores[0].size() == 101);
}

TEST_CASE("a candidate that fails less often than the rule says is not kept") {
  std::uint64_t calls = 0;
  const FailureTest test = [&calls](const Call& call, std::uint64_t) {
    const bool always = call.matrix.lengths[0] > 100;
    return always || ++calls % 4 == 0 ? FailedRows{0} : FailedRows{};
  };
  ShrinkOptions options;
  options.failures = 3;
  options.runs = 4;
  CHECK(shrink(test::specimen_of(noise(300), 1), test, options).smallest.rows.scores[0].size() ==
        101);
}

TEST_CASE("what one pass makes possible, an earlier one does in the next round") {
  Specimen from = test::specimen_of(noise(50), 1);
  from.rows.scores.push_back(noise(50));
  // The second row can go once the first is short.
  const FailureTest test = [](const Call& call, std::uint64_t) {
    const bool fails = call.rows() == 2 || call.matrix.lengths[0] <= 3;
    return fails ? FailedRows{0} : FailedRows{};
  };
  CHECK(shrink(from, test, {}).smallest.rows.scores.size() == 1);
}

TEST_CASE("scores that are only simple together become equal") {
  const FailureTest test = [](const Call& call, std::uint64_t) {
    const auto row = call.matrix.valid(0);
    const std::size_t values = std::set<float>(row.begin(), row.end()).size();
    return row.size() == 4 && (values == 1 || values == 4) ? FailedRows{0} : FailedRows{};
  };
  const ShrinkResult result = shrink(test::specimen_of({3, 1, 4, 7}, 1), test, {});
  CHECK(result.smallest.rows.scores[0] == std::vector<float>(4, 0));
}

TEST_CASE("of equal scores the ones that do not matter are told from the one that does") {
  const FailureTest test = [](const Call& call, std::uint64_t) {
    const auto row = call.matrix.valid(0);
    return row.size() == 8 && row[5] > row[0] ? FailedRows{0} : FailedRows{};
  };
  const ShrinkResult result = shrink(test::specimen_of({0, 2, 0, 2, 0, 2, 0, 2}, 1), test, {});
  CHECK(result.smallest.rows.scores[0] == std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0});
}

TEST_CASE("legal variation is nothing to shrink towards") {
  Judge judge(make_subject("planted:tie-order"));
  const FailureTest test = failure_test(judge, *find_property("repeated"));
  const Specimen from = test::specimen_of(std::vector<float>(20, 1.0f), 3);
  const SpecimenCall made(from);
  for (int run = 0; run < 4; ++run) CHECK(test(made.call(), from.seed).empty());
}

TEST_CASE("shrinking works through crashes of the subject") {
  Specimen from = test::specimen_of(noise(2000), 16);
  from.rows.scores[0][1234] = std::numeric_limits<float>::infinity();
  const CaseReport report = investigate_fault("crash-on-inf", "survives", from);
  CHECK(report.status == Status::crashed);
  CHECK(report.specimen.rows.scores[0] ==
        std::vector<float>{std::numeric_limits<float>::infinity()});
}

TEST_CASE("candidates packed into a call are screened there, but judged alone") {
  ShrinkOptions packed;
  packed.rows_per_call = 16;
  const auto telling = [](std::span<const float> row) {
    return std::count_if(row.begin(), row.end(), [](float x) { return x < 0; }) >= 5;
  };
  std::vector<float> row(1000, 1.0f);
  for (const int i : {3, 77, 500, 501, 990}) row[static_cast<std::size_t>(i)] = -2;
  row[400] = row[800] = -2;
  const Specimen from = test::specimen_of(row, 1);

  // As a fault of one view phase: of rows that are alike only every 16th fails.
  const FailureTest of_a_phase = [&](const Call& call, std::uint64_t) {
    FailedRows failed;
    for (std::int64_t r = 0; r < call.rows(); r += 16) {
      if (telling(call.matrix.valid(r))) failed.push_back(r);
    }
    return failed;
  };
  const ShrinkResult phase = shrink(from, of_a_phase, packed);
  CHECK(phase.end == ShrinkEnd::minimal);
  CHECK(phase.smallest.rows.scores[0] == std::vector<float>(5, -1));

  // As a fault that only rows beside others have: nothing of it may be kept.
  const FailureTest beside_others = [&](const Call& call, std::uint64_t) {
    if (call.rows() > 1) return FailedRows{call.rows() - 1};
    return call.matrix.valid(0).size() == from.rows.scores[0].size() ? FailedRows{0} : FailedRows{};
  };
  CHECK(shrink(from, beside_others, packed).smallest.rows.scores[0].size() == 1000);

  // As a fault that a row has only alone: every screening misses it.
  const FailureTest alone = [&](const Call& call, std::uint64_t) {
    return call.rows() == 1 && telling(call.matrix.valid(0)) ? FailedRows{0} : FailedRows{};
  };
  CHECK(shrink(from, alone, packed).smallest.rows.scores[0] == std::vector<float>(5, -1));

  // As a crash: the call as a whole fails, whichever row it was.
  const FailureTest crash = [&](const Call& call, std::uint64_t) {
    for (std::int64_t r = 0; r < call.rows(); ++r) {
      if (telling(call.matrix.valid(r))) return FailedRows{-1};
    }
    return FailedRows{};
  };
  CHECK(shrink(from, crash, packed).smallest.rows.scores[0] == std::vector<float>(5, -1));
}

TEST_CASE("a failing recipe shrinks as a recipe first") {
  generators::Recipe recipe;
  recipe.family = "iid";
  recipe.rows = 6;
  recipe.width = 4096;
  recipe.rank = 3;
  recipe.layout.pitch_extra = 5;
  const FailureTest test = [](const Call& call, std::uint64_t) {
    return call.matrix.width >= 100 ? FailedRows{0} : FailedRows{};
  };
  const generators::Recipe small = shrink_recipe(recipe, 1, test, 60);
  CHECK(shrink_recipe(recipe, 1, test, 0) == recipe);
  CHECK(small.rows == 1);
  CHECK(small.width == 128);
  CHECK(small.layout == generators::Layout{});
}
