// The trial's catalogue, case by case, against a committed table: a case that asks something else
// than it did, or on which a published checker's re-expressed rule says something else, is seen.
#include "tailproof/reference/oracle_trial.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace tailproof::reference;

namespace {

// FNV-1a over whatever a case consists of.
class Digest {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      state_ = (state_ ^ ((value >> (8 * byte)) & 0xffu)) * 0x100000001b3u;
    }
  }
  [[nodiscard]] std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
    return digits;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

std::string digest(const TrialCase& c) {
  Digest d;
  for (const float score : c.scores) d.add(std::bit_cast<std::uint32_t>(score));
  for (const std::int32_t length : c.lengths) d.add(static_cast<std::uint32_t>(length));
  for (const std::int32_t index : c.indices) d.add(static_cast<std::uint32_t>(index));
  d.add(static_cast<std::uint64_t>(c.width));
  d.add(static_cast<std::uint64_t>(c.pitch));
  d.add(static_cast<std::uint64_t>(c.index_pitch));
  return d.text();
}

// Name, rows, source; what our oracle says; what the published ones say; lengths, K and digest.
std::string line_of(const TrialCase& c, const TrialLine& tried) {
  std::string text = c.name + " | " + c.rows + " | " + c.source + " | ";
  text += std::string(outcome_name(tried.actual)) + " " + to_string(tried.actual_kinds) + " | " +
          tried.account + " | ";
  for (const Opinion opinion : tried.published) {
    text += opinion == Opinion::accepts ? 'a' : opinion == Opinion::rejects ? 'r' : '/';
  }
  text += " | L";
  for (const std::int32_t length : c.lengths) text += " " + std::to_string(length);
  return text + " | K " + std::to_string(c.rank) + " | " + digest(c);
}

std::vector<std::string> table() {
  const std::vector<TrialCase> cases = trial_catalogue();
  const TrialReport report = run_oracle_trial();
  REQUIRE(report.lines.size() == cases.size());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    lines.push_back(line_of(cases[i], report.lines[i]));
  }
  return lines;
}

std::vector<std::string> committed() {
  std::ifstream file(TAILPROOF_TRIAL_TABLE);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TrialLine made_line(const char* name, Outcome expected, KindSet expected_kinds, Outcome actual,
                    KindSet actual_kinds) {
  TrialLine line{name, "flat", "here", expected, expected_kinds, actual, actual_kinds, "", {}};
  line.published.fill(Opinion::accepts);
  return line;
}

// One line of each kind, one of them not as expected.
TrialReport small_report() {
  using enum ViolationKind;
  TrialReport report;
  report.lines.push_back(
      made_line("twice", Outcome::rejected, {duplicate}, Outcome::rejected, {duplicate}));
  report.lines.push_back(
      made_line("let pass", Outcome::rejected, {omitted, not_among_best}, Outcome::accepted, {}));
  report.lines.push_back(made_line("right", Outcome::accepted, {}, Outcome::accepted, {}));
  report.lines.push_back(made_line("nan", Outcome::refused, {}, Outcome::refused, {}));
  report.lines.push_back(made_line("blamed", Outcome::accepted, {}, Outcome::rejected, {omitted}));
  report.lines[0].published[1] = Opinion::rejects;
  report.lines[2].published[2] = Opinion::rejects;
  report.lines[3].published.fill(Opinion::not_applicable);
  return report;
}

}  // namespace

TEST_CASE("the catalogue and every verdict on it are those of the committed table") {
  const std::vector<std::string> expected = committed();
  const std::vector<std::string> actual = table();
  REQUIRE(expected.size() > 50);
  for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i) {
    REQUIRE(actual[i] == expected[i]);
  }
  CHECK(actual.size() == expected.size());
}

// After a change that is meant: test_oracle "print the trial's table", and read the difference.
TEST_CASE("print the trial's table", "[.]") {
  for (const std::string& line : table()) std::cout << line << "\n";
}

TEST_CASE("a small trial as text, to the letter") {
  CHECK(to_text(small_report()) ==
        "Wrong answers    ours                                                          [1]  [2]  "
        "[3]  [4]  [5]  [6]  [7]\n"
        "twice [flat]     rejected: duplicate                                           A    -    "
        "A    A    A    A    A  \n"
        "let pass [flat]  accepted (WRONG, expected rejected: omitted, not-among-best)  A    A    "
        "A    A    A    A    A  \n"
        "\n"
        "Right answers    ours                                                          [1]  [2]  "
        "[3]  [4]  [5]  [6]  [7]\n"
        "right [flat]     accepted                                                      -    -    "
        "R    -    -    -    -  \n"
        "blamed [flat]    rejected: omitted (WRONG, expected accepted)                  -    -    "
        "-    -    -    -    -  \n"
        "\n"
        "Outside the contract  ours                                                          [1]  "
        "[2]  [3]  [4]  [5]  [6]  [7]\n"
        "nan [flat]       refused                                                       n/a  n/a  "
        "n/a  n/a  n/a  n/a  n/a\n"
        "\n"
        "Published checkers, accept rules re-expressed: A accepts a wrong answer, R rejects a\n"
        "right one, - judges rightly, n/a is outside what the checker claims to judge.\n"
        "  [1] SGLang AOT       2 A, 0 R\n"
        "  [2] SGLang v2        1 A, 0 R\n"
        "  [3] FlashInfer       2 A, 1 R\n"
        "  [4] flashinfer-bench 2 A, 0 R\n"
        "  [5] RAFT             2 A, 0 R\n"
        "  [6] vLLM             2 A, 0 R\n"
        "  [7] CUB pairs        2 A, 0 R\n"
        "\n"
        "2 wrong answers, 2 right answers, 1 inputs outside the contract: 3 of 5 as they should "
        "be.\n");
}

TEST_CASE("a small trial as Markdown, to the letter") {
  CHECK(
      to_markdown(small_report()) ==
      "| answer | rows | Tailproof | SGLang AOT | SGLang v2 | FlashInfer | flashinfer-bench | RAFT "
      "| vLLM | CUB pairs |\n"
      "|--|--|--|--|--|--|--|--|--|--|\n"
      "| twice | flat | rejected: duplicate | **A** | - | **A** | **A** | **A** | **A** | **A** |\n"
      "| let pass | flat | accepted (WRONG, expected rejected: omitted, not-among-best) | **A** | "
      "**A** | **A** | **A** | **A** | **A** | **A** |\n"
      "| right | flat | accepted | - | - | **R** | - | - | - | - |\n"
      "| blamed | flat | rejected: omitted (WRONG, expected accepted) | - | - | - | - | - | - | - "
      "|\n"
      "| nan | flat | refused | n/a | n/a | n/a | n/a | n/a | n/a | n/a |\n"
      "| *mistakes* | | | 2 A, 0 R | 1 A, 0 R | 2 A, 1 R | 2 A, 0 R | 2 A, 0 R | 2 A, 0 R | 2 A, 0 "
      "R |\n"
      "\n"
      "2 wrong answers, 2 right answers, 1 inputs outside the contract: 3 of 5 as they should be. "
      "**A**: accepts a wrong answer; **R**: rejects a right one; -: judges rightly; n/a: outside "
      "what the checker claims to judge.\n");
}
