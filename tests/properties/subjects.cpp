// Subjects by name, and the exact core that planted faults start from.
#include "support.hpp"
#include "tailproof_catch.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/planted.hpp"

#include <limits>

using namespace tailproof;
using namespace tailproof::properties;

TEST_CASE("subjects are made by name, and an unknown name lists those there are") {
  CHECK(make_subject("reference")->traits().follows_policy);
  CHECK_FALSE(make_subject("reference:stride=64")->traits().follows_policy);
  CHECK(make_subject("planted:none")->traits().name == "planted:none");
  CHECK_THROWS_AS(make_subject("nonsense"), InputError);
  CHECK_THROWS_AS(make_subject("planted:nonsense"), InputError);
  CHECK_THROWS_AS(make_subject("reference:stride=3"), InputError);
}

TEST_CASE("a subject answers every slot or refuses") {
  auto row = test::specimen_of({1, 2, 3}, 2);
  const auto subject = make_subject("reference");
  Answer answer;
  {
    const SpecimenCall made(row);
    subject->select(made.call(), true, answer);
    CHECK(answer.status == Status::ok);
    CHECK(answer.indices.size() == 2);
    CHECK(answer.traces.size() == 1);
  }
  row.rows.scores[0][1] = std::numeric_limits<float>::quiet_NaN();
  const SpecimenCall made(row);
  CHECK(contract_breach(made.call(), 0) == "NaN at position 1");
  subject->select(made.call(), true, answer);
  CHECK(answer.status == Status::refused);
  CHECK(answer.message.find("position 1") != std::string::npos);
}

TEST_CASE("every planted fault has a name of its own and a sentence") {
  for (const PlantedFault& fault : planted_faults()) {
    CHECK(find_planted(fault.name) == &fault);
    CHECK_FALSE(fault.summary.empty());
  }
}
