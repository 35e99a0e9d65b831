// What exercises put to a variant in device memory, and how they judge: the part that needs no
// device. tests/variant/device-guards shows the rest on a GPU.
#include "planted.hpp"
#include "tailproof/properties/planted.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/trial.hpp"
#include "tailproof_catch.hpp"
#include "variant/exercise_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace tailproof::test {
namespace {

using namespace properties;

// Seven rows of 40, pitch 41, two dead rows behind them.
struct Rows {
  Rows() : scores(9 * 41), lengths{40, 3, 40, 17, 5, 40, 0, 2147483647, -1} {
    request.rank = 5;
    request.rows = 7;
    request.row_capacity = 9;
    request.width = 40;
    request.pitch = 41;
    std::iota(scores.begin(), scores.end(), 0.0f);
  }
  [[nodiscard]] ExerciseRows version(int number, bool fewer_live = true) const {
    return exercise_rows(request, scores.data(), lengths.data(), number, fewer_live);
  }
  Request request;
  std::vector<float> scores;
  std::vector<std::int32_t> lengths;
};

constexpr std::int32_t poison = -77;

// The right answer: scores ascend with their positions.
std::vector<std::int32_t> answer_to(const ExerciseRows& rows, std::int32_t rank) {
  std::vector<std::int32_t> slots(rows.lengths.size() * static_cast<std::size_t>(rank), poison);
  for (std::int32_t row = 0; row < rows.live; ++row) {
    const std::int32_t length = rows.lengths[static_cast<std::size_t>(row)];
    for (std::int32_t k = 0; k < rank; ++k) {
      slots[static_cast<std::size_t>(row * rank + k)] = k < length ? length - 1 - k : -1;
    }
  }
  return slots;
}

TEST_CASE("Versions of an exercise differ in rows, lengths and live row counts") {
  const Rows made;
  CHECK(made.version(0).scores == made.scores);
  CHECK(made.version(0).lengths == made.lengths);
  std::set<std::vector<std::int32_t>> lengths;
  std::set<std::int32_t> live;
  bool is_short = false;
  for (int number = 0; number < exercise_versions; ++number) {
    const ExerciseRows rows = made.version(number);
    lengths.insert(rows.lengths);
    live.insert(rows.live);
    CHECK(made.version(number, false).live == 7);
    // Dead rows stay as hostile as they are.
    CHECK(rows.lengths[7] == made.lengths[7]);
    CHECK(rows.lengths[8] == made.lengths[8]);
    for (std::size_t row = 0; row < 7; ++row) {
      CHECK(rows.lengths[row] >= 0);
      CHECK(rows.lengths[row] <= 40);
      is_short = is_short || (number == 3 && rows.lengths[row] > 0);
    }
  }
  CHECK(lengths.size() == 7);
  CHECK(live == std::set<std::int32_t>{0, 3, 7});
  CHECK(is_short);
  const std::vector<std::int32_t> zeros(7, 0);
  const ExerciseRows empty = made.version(2);
  CHECK(std::equal(zeros.begin(), zeros.end(), empty.lengths.begin()));
  CHECK(made.version(1).scores[0] == made.scores[41]);
}

TEST_CASE("Right answers to every version are accepted") {
  const Rows made;
  for (int number = 0; number < exercise_versions; ++number) {
    const ExerciseRows rows = made.version(number);
    const auto wrong = first_wrong(rows, 5, answer_to(rows, 5), 5, poison);
    INFO("version " << number << (wrong ? ": " + wrong->problem : std::string()));
    CHECK_FALSE(wrong.has_value());
  }
}

TEST_CASE("The first wrong row of an exercise is named") {
  const Rows made;
  const ExerciseRows rows = made.version(4);  // three live rows: of 5, 40 and 0 scores
  const auto fault = [&rows](std::size_t slot, std::int32_t value) {
    auto slots = answer_to(rows, 5);
    slots[slot] = value;
    const auto wrong = first_wrong(rows, 5, slots, 5, poison);
    return wrong ? "row " + std::to_string(wrong->row) + ": " + wrong->problem : std::string();
  };
  CHECK(fault(6, 0).starts_with("row 1: "));
  CHECK(fault(5, poison) == "row 1: slot 0 was not written");
  CHECK(fault(3 * 5 + 2, 1) == "row 3: slot 2 became 1 although only 3 rows are live");
  CHECK(fault(8 * 5, -1) == "row 8: slot 0 became -1 although only 3 rows are live");
}

TEST_CASE("Exercises are left out, with the reason, of subjects that do not work on a device") {
  PlantedVariant variant("exact");
  for (const Property& property : all_properties()) {
    if (property.needs != Needs::exercises && property.needs != Needs::captures) continue;
    INFO(std::string(property.name));
    CHECK(why_not_checked(property, variant->traits()) ==
          "the subject does not work in device memory");
    CHECK(is_law(property));
  }
  Answer answer;
  const generators::Case made = generators::assemble(plain_rows(2, 30, 8));
  variant->exercise(Guard::two_streams, {made.matrix(), made.rank(), made.policy()}, answer);
  CHECK(answer.status == Status::refused);
  Traits device;
  device.exercised = true;
  CHECK(why_not_checked(*find_property("graph-replays"), device) ==
        "the subject does not say that it may be captured");
  CHECK(why_not_checked(*find_property("two-streams"), device).empty());
}

TEST_CASE("An exercise's breach, and its death, are findings of its property") {
  const generators::Case made = generators::assemble(plain_rows(2, 30, 8));
  const Call call{made.matrix(), made.rank(), made.policy()};
  struct Dying final : Subject {
    Dying() { traits_.exercised = true; }
    [[nodiscard]] const Traits& traits() const noexcept override { return traits_; }
    void select(const Call& asked, bool, Answer& answer) override { prepare(asked, answer); }
    void exercise(Guard guard, const Call& asked, Answer& answer) override {
      prepare(asked, answer);
      if (guard == Guard::wide_offsets) {
        answer.status = Status::crashed;
        answer.message = "illegal access";
      }
      answer.breaches.push_back({Guard::two_streams, 1, "wrong"});
    }
    [[nodiscard]] std::unique_ptr<Subject> clone() const override {
      return std::make_unique<Dying>();
    }
    Traits traits_;
  } subject;
  Workbench bench;
  Trial trial(call, subject, bench, 1, false);
  const auto findings_of = [&trial](const char* name) {
    std::vector<Finding> findings;
    find_property(name)->check(trial, findings);
    return findings;
  };
  REQUIRE(findings_of("two-streams").size() == 1);
  CHECK(findings_of("two-streams")[0].row == 1);
  REQUIRE(findings_of("wide-offsets").size() == 1);
  CHECK(findings_of("wide-offsets")[0].detail == "crashed: illegal access");
  CHECK(findings_of("competing-kernel").empty());
}

}  // namespace
}  // namespace tailproof::test
