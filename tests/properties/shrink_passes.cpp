// Each pass alone: it reaches its terminal value, and every accepted step is simpler.
#include "reducer.hpp"
#include "support.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace tailproof;
using namespace tailproof::properties;

namespace {

using Row = std::vector<float>;

// A failure that any call shows whose first row has the property.
template <class Holds>
FailureTest failing_if(Holds holds) {
  return [holds](const Call& call, std::uint64_t) {
    FailedRows failed;
    for (std::int64_t row = 0; row < call.rows(); ++row) {
      if (holds(call, call.matrix.valid(row))) failed.push_back(row);
    }
    return failed;
  };
}

struct Outcome {
  Specimen specimen;
  std::int64_t candidates = 0;
};

// Runs one pass and checks on the way that every accepted candidate is strictly simpler.
template <class Pass>
Outcome run_pass(Pass pass, const Specimen& from, const FailureTest& test,
                 ShrinkOptions options = {}) {
  Size last = size_of(from);
  options.accepted = [&last](std::string_view, const Specimen& accepted) {
    const Size now = size_of(accepted);
    CHECK(now < last);
    last = now;
  };
  Reducer reducer(from, test, options);
  REQUIRE(reducer.still_fails());
  pass(reducer);
  CHECK(reducer.still_fails());
  return {reducer.current(), reducer.candidates()};
}

Row counting(int length) {
  Row row;
  for (int i = 0; i < length; ++i) row.push_back(static_cast<float>(i));
  return row;
}

}  // namespace

TEST_CASE("length: one score that matters is found in about 2 log n candidates") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::find(row.begin(), row.end(), 31'415.0f) != row.end();
  });
  const Outcome out = run_pass(passes::length, test::specimen_of(counting(100'000), 1), test);
  CHECK(out.specimen.rows.scores[0] == Row{31'415.0f});
  CHECK(out.candidates < 60);
}

TEST_CASE("length: with rows of one call as candidates it ends at the same row") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::count_if(row.begin(), row.end(), [](float x) { return x >= 990; }) >= 5;
  });
  ShrinkOptions packed;
  packed.rows_per_call = 16;
  const auto from = test::specimen_of(counting(1000), 1);
  const Outcome alone = run_pass(passes::length, from, test);
  const Outcome together = run_pass(passes::length, from, test, packed);
  CHECK(alone.specimen.rows.scores[0].size() == 5);
  CHECK(together.specimen.rows.scores == alone.specimen.rows.scores);
}

TEST_CASE("length: scores that interact cost n log n candidates, not their square") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::count_if(row.begin(), row.end(), [](float x) { return std::fmod(x, 50) == 7; }) >=
           400;
  });
  const Outcome out = run_pass(passes::length, test::specimen_of(counting(20'000), 1), test);
  CHECK(out.specimen.rows.scores[0].size() == 400);
  CHECK(out.candidates < 400 * 16);
}

TEST_CASE("tails: only what the selection turns on is left") {
  // Two scores above, five at the cut, many below: K = 4 takes two of the five.
  Row row(100, 1.0f);
  for (const int i : {3, 30, 31, 60, 90}) row[static_cast<std::size_t>(i)] = 5.0f;
  row[10] = row[70] = 9.0f;
  const auto always = failing_if([](const Call& call, std::span<const float> scores) {
    return static_cast<std::int64_t>(scores.size()) > call.rank;
  });
  const Outcome out = run_pass(passes::tails, test::specimen_of(row, 4), always);
  CHECK(out.specimen.rows.scores[0] == Row(5, 5.0f));
  CHECK(out.specimen.rows.rank == 2);
}

TEST_CASE("tails: where K must stay, the winners and all that tie with the last of them are left") {
  Row row(100, 1.0f);
  for (const int i : {3, 30, 31, 60, 90}) row[static_cast<std::size_t>(i)] = 5.0f;
  row[10] = row[70] = 9.0f;
  const auto test = failing_if([](const Call& call, std::span<const float> scores) {
    return call.rank == 4 && std::count(scores.begin(), scores.end(), 5.0f) == 5;
  });
  const Outcome out = run_pass(passes::tails, test::specimen_of(row, 4), test);
  CHECK(out.specimen.rows.scores[0] == Row{5, 9, 5, 5, 5, 9, 5});
}

TEST_CASE("rank: K alone goes to the least that fails") {
  const auto from = test::specimen_of(counting(64), 40);
  const auto test = failing_if([](const Call& call, auto) { return call.rank >= 7; });
  CHECK(run_pass(passes::rank, from, test).specimen.rows.rank == 7);
  const auto always = failing_if([](const Call&, auto) { return true; });
  CHECK(run_pass(passes::rank, from, always).specimen.rows.rank == 1);
}

TEST_CASE("rank with length: K + 1 scores go to two") {
  const auto test = failing_if([](const Call& call, std::span<const float> row) {
    return static_cast<std::int64_t>(row.size()) == call.rank + 1;
  });
  const Outcome out =
      run_pass(passes::rank_with_length, test::specimen_of(counting(300), 299), test);
  CHECK(out.specimen.rows.rank == 1);
  CHECK(out.specimen.rows.scores[0].size() == 2);
}

TEST_CASE("rank with length: where K must stay, nothing of a rejected candidate is kept") {
  const auto test = failing_if([](const Call& call, std::span<const float> row) {
    return call.rank == 7 && row.size() >= 3;
  });
  const auto from = test::specimen_of(counting(20), 7);
  const Outcome out = run_pass(passes::rank_with_length, from, test);
  CHECK(out.specimen.rows.rank == 7);
  CHECK(out.specimen.rows.scores == from.rows.scores);
}

TEST_CASE("ties: all but the values that matter become equal, together") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::set<float>(row.begin(), row.end()).size() >= 3;
  });
  const Outcome out = run_pass(passes::ties, test::specimen_of(counting(200), 5), test);
  CHECK(std::set<float>(out.specimen.rows.scores[0].begin(), out.specimen.rows.scores[0].end())
            .size() == 3);
}

TEST_CASE("values: equal scores go together to the simplest that fails") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::count_if(row.begin(), row.end(), [](float x) { return x >= 2.5f; }) >= 2;
  });
  const Outcome out = run_pass(passes::values, test::specimen_of({7.7f, 7.7f, -0.3f}, 1), test);
  CHECK(out.specimen.rows.scores[0] == Row{3, 3, 0});
}

TEST_CASE("values: where low digits decide, steps from 1 are left") {
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return row[0] > row[1] && row[0] - row[1] < 1e-5f && row[1] > 0;
  });
  const float x = 3.25719f;
  const Outcome out =
      run_pass(passes::values, test::specimen_of({std::nextafter(x, 9.0f), x}, 1), test);
  CHECK(out.specimen.rows.scores[0] == Row{std::nextafter(1.0f, 2.0f), 1.0f});
}

TEST_CASE("places: of equal scores only those that matter keep their value") {
  Row row(200, 0.0f);
  for (std::size_t i = 1; i < row.size(); i += 2) row[i] = 2;
  const auto test = failing_if([](const Call&, std::span<const float> scores) {
    return scores[31] == 2 && std::count(scores.begin(), scores.end(), 2.0f) >= 3;
  });
  const Outcome out = run_pass(passes::places, test::specimen_of(row, 5), test);
  const Row& left = out.specimen.rows.scores[0];
  CHECK(left[31] == 2);
  CHECK(std::count(left.begin(), left.end(), 2.0f) == 3);
  CHECK(std::count(left.begin(), left.end(), 0.0f) == 197);
  CHECK(out.candidates < 60);
}

TEST_CASE("rows: only the failing row is left") {
  Specimen from = test::specimen_of(counting(8), 2);
  from.rows.scores.assign(9, counting(8));
  from.rows.scores[6][3] = 100;
  const auto test = failing_if([](const Call&, std::span<const float> row) {
    return std::find(row.begin(), row.end(), 100.0f) != row.end();
  });
  const Outcome out = run_pass(passes::rows, from, test);
  REQUIRE(out.specimen.rows.scores.size() == 1);
  CHECK(out.specimen.rows.scores[0][3] == 100);
}

TEST_CASE("layout: everything that does not matter becomes plain") {
  Specimen from = test::specimen_of(counting(8), 2);
  from.rows.width = 20;
  from.rows.layout = {7, 3, generators::Padding::nan, 2};
  const auto always = failing_if([](const Call&, auto) { return true; });
  const Outcome plain = run_pass(passes::plain_layout, from, always);
  CHECK(plain.specimen.rows.layout == generators::Layout{});
  CHECK(plain.specimen.rows.width == 8);
  const auto pitched =
      failing_if([](const Call& call, auto) { return call.matrix.pitch >= call.matrix.width + 3; });
  const Outcome pitch = run_pass(passes::plain_layout, from, pitched);
  CHECK(pitch.specimen.rows.layout == generators::Layout{3, 0, generators::Padding::zero, 0});
}

TEST_CASE("policy: parameters go to the least that fails") {
  const Specimen from =
      test::specimen_of(counting(8), 2, "stride=128,capacity=4096,segments=8,early-exit=1");
  const auto test = failing_if([](const Call& call, auto) {
    return call.policy.stride() >= 16 && call.policy.candidate_capacity() >= 100;
  });
  ShrinkOptions options;
  options.change_policy = true;
  const Outcome out = run_pass(passes::policy, from, test, options);
  const auto& p = out.specimen.rows.policy.parameters();
  CHECK(p.stride == 16);
  CHECK(p.candidate_capacity == 100);
  CHECK(p.segments == 1);
  CHECK_FALSE(p.early_exit);
}
