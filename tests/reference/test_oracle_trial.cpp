// The trial of the oracle, and the trial of the trial: weakened oracles must not pass it.
#include "tailproof/reference/oracle_trial.hpp"

#include "tailproof_catch.hpp"
#include "weakened_oracles.hpp"

#include <algorithm>
#include <set>
#include <string>

using namespace tailproof::reference;

namespace {

const TrialReport& report() {
  static const TrialReport done = run_oracle_trial();
  return done;
}

// The published columns of the line with this name and row family, as letters.
std::string columns(const std::string& name, const std::string& rows) {
  for (const TrialLine& line : report().lines) {
    if (line.name != name || line.rows != rows) continue;
    std::string letters;
    for (const Opinion opinion : line.published) {
      letters += opinion == Opinion::accepts ? 'A' : opinion == Opinion::rejects ? '-' : '/';
    }
    return letters;
  }
  return "no such line";
}

}  // namespace

TEST_CASE("the oracle passes its trial, each rejection for the right reason") {
  for (const TrialLine& line : report().lines) {
    INFO(line.name << " [" << line.rows << "]: " << outcome_name(line.actual) << " "
                   << to_string(line.actual_kinds) << "; " << line.account);
    CHECK(line.as_expected());
    CHECK(line.account.empty() == (line.expected == Outcome::accepted));
  }
  CHECK(report().passed());
}

TEST_CASE("the catalogue is as large as promised and repeats nothing") {
  CHECK(report().count(Outcome::rejected) >= 40);
  CHECK(report().count(Outcome::accepted) >= 15);
  CHECK(report().count(Outcome::refused) >= 5);
  std::set<std::pair<std::string, std::string>> names;
  for (const TrialLine& line : report().lines) {
    CAPTURE(line.name, line.rows);
    CHECK(names.emplace(line.name, line.rows).second);
    CHECK_FALSE(line.source.empty());
  }
}

TEST_CASE("every kind of violation is expected by some case") {
  for (int kind = 0; kind < violation_kind_count; ++kind) {
    const auto wanted = static_cast<ViolationKind>(kind);
    CAPTURE(violation_name(wanted));
    CHECK(std::any_of(report().lines.begin(), report().lines.end(),
                      [=](const TrialLine& line) { return line.expected_kinds.contains(wanted); }));
  }
}

TEST_CASE("the published checkers' columns are those of the survey") {
  // SGLang AOT, SGLang v2, FlashInfer, flashinfer-bench, RAFT, vLLM, CUB pairs.
  CHECK(columns("one tied index in every tie slot", "plateau") == "A---A--");
  CHECK(columns("1 strictly worse index", "distinct") == "AAAA---");
  CHECK(columns("5 strictly worse indices", "distinct") == "AAAA---");
  CHECK(columns("the best index repeated K times", "distinct") == "A------");
  CHECK(columns("one -1 although L > K", "distinct") == "A------");
  CHECK(columns("tied positions from all over the row", "plateau") == "AA-AAAA");
}

TEST_CASE("the trial notices every weakened oracle") {
  for (const auto& weakened : tailproof::test::weakened_oracles()) {
    const TrialReport tried = run_oracle_trial(weakened.judge);
    INFO(weakened.weakness);
    // CUB's rule is sound where it applies: sentinels and short rows are what it does not judge.
    CHECK_FALSE(tried.passed());
  }
}

TEST_CASE("a trial without questions is not passed") {
  CHECK_FALSE(TrialReport{}.passed());
}

TEST_CASE("the tables name every case and call a failure by its name") {
  const std::string text = to_text(report());
  const std::string markdown = to_markdown(report());
  for (const TrialLine& line : report().lines) {
    CHECK(text.find(line.name) != std::string::npos);
    CHECK(markdown.find("| " + line.name + " |") != std::string::npos);
  }
  CHECK(text.find("WRONG") == std::string::npos);
  CHECK(markdown.find("**A**") != std::string::npos);
  CHECK(markdown.find("**R**") != std::string::npos);

  TrialReport failed = report();
  failed.lines.front().actual = Outcome::accepted;
  failed.lines.front().actual_kinds = {};
  CHECK(to_text(failed).find("accepted (WRONG, expected rejected: omitted") != std::string::npos);
  CHECK_FALSE(failed.passed());
}
