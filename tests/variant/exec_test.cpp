// Programs as subjects: right answers pass, and whatever a program does wrong is its finding.
#include "planted.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/variant/exec_subject.hpp"
#include "tailproof_catch.hpp"

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tailproof::properties {
namespace {

using test::ask;
using test::lacking;
using test::plain_rows;
using test::quick;

std::unique_ptr<Subject> program(const std::string& mode, double seconds = 20) {
  IsolationOptions options = quick();
  options.call_seconds = seconds;
  return make_exec_subject(
      std::string(TAILPROOF_EXEC_SELECTOR) + " " + mode + " {scores} {lengths} {k} {out}", options);
}

std::vector<Finding> findings_of(const std::string& mode) {
  Judge judge(program(mode));
  generators::RawRows raw = plain_rows(3, 60, 8);
  raw.scores[1].resize(5);
  raw.layout.pitch_extra = 3;
  const generators::Case made = generators::assemble(raw);
  const std::array properties = {find_property("survives"), find_property("contract")};
  return judge.examine(test::call_of(made), 1, properties, false).findings;
}

TEST_CASE("An exact program passes, ragged and pitched rows included") {
  CHECK(findings_of("exact").empty());
}

TEST_CASE("A wrong program is found out by the contract") {
  const auto findings = findings_of("wrong");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].property == "contract");
}

TEST_CASE("What a program does instead of answering is a finding of its own") {
  const std::vector<std::pair<std::string, std::string>> all = {
      {"fails", "crashed: exit status 9; it printed 'no kernel image'"},
      {"silent", "crashed: wrote no usable answer: "},
      {"garbage", "crashed: wrote no usable answer: "},
      {"short", "crashed: wrote no usable answer: "},
      {"longer", "crashed: wrote no usable answer: "},
      {"folder", "crashed: wrote no usable answer: "},
      {"segfaults", "crashed: ended by signal 11 (Segmentation fault)"},
      {"aborts", "crashed: ended by signal 6 (Aborted); it printed "},
      {"hungry", "crashed: held more than 512 MiB of memory"},
  };
  for (const auto& [mode, text] : all) {
    INFO(mode);
    const auto findings = findings_of(mode);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].property == "survives");
    CHECK(lacking(findings[0].detail, text) == "");
  }
}

TEST_CASE("A program may decline rows outside the contract, but no others") {
  const auto subject = program("fails");
  generators::RawRows raw = plain_rows(1, 10, 2);
  CHECK(ask(*subject, generators::assemble(raw)).status == Status::crashed);
  raw.scores[0][3] = std::numeric_limits<float>::quiet_NaN();
  CHECK(ask(*subject, generators::assemble(raw)).status == Status::refused);
}

TEST_CASE("A program that takes too long has hung") {
  const auto subject = program("hangs", 0.2);
  const Answer answer = ask(*subject, generators::assemble(plain_rows(1, 10, 2)));
  CHECK(answer.status == Status::hung);
  CHECK(answer.message == "no answer within 0.2 s");
}

TEST_CASE("After a call that ended badly the next one is answered, however it ended") {
  for (const char* const mode :
       {"segfaults-on-infinity", "hangs-on-infinity", "hungry-on-infinity", "silent-on-infinity"}) {
    INFO(mode);
    const auto subject = program(mode, 2);
    generators::RawRows raw = plain_rows(1, 10, 2);
    CHECK(ask(*subject, generators::assemble(raw)).status == Status::ok);
    raw.scores[0][3] = std::numeric_limits<float>::infinity();
    const Status bad = ask(*subject, generators::assemble(raw)).status;
    CHECK((bad == Status::crashed || bad == Status::hung));
    raw.scores[0][3] = 3;
    CHECK(ask(*subject, generators::assemble(raw)).status == Status::ok);
  }
}

TEST_CASE("A program that cannot be started is a finding with the shell's words") {
  const auto subject = make_exec_subject("/no/such {scores} {lengths} {k} {out}", quick());
  const Answer answer = ask(*subject, generators::assemble(plain_rows(1, 10, 2)));
  CHECK(answer.status == Status::crashed);
  CHECK(lacking(answer.message, "exit status 127; it printed") == "");
}

TEST_CASE("A command without one of its four places is refused") {
  CHECK_THROWS_AS(make_exec_subject("cmd {scores} {lengths} {k}", quick()), InputError);
  CHECK_THROWS_AS(make_exec_subject("", quick()), InputError);
}

}  // namespace
}  // namespace tailproof::properties
