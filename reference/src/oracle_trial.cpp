#include "tailproof/reference/oracle_trial.hpp"

#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/oracle.hpp"
#include "trial_rows.hpp"

#include <algorithm>

namespace tailproof::reference {
namespace {

TrialLine try_case(const TrialCase& c, const Judge& judge) {
  TrialLine line{c.name, c.rows, c.source, c.expected, c.expected_kinds, Outcome::accepted,
                 {},     {},     {}};
  try {
    const Verdict verdict = judge(c.matrix(), c.rank, c.indices, c.index_pitch);
    line.actual = verdict.accepted() ? Outcome::accepted : Outcome::rejected;
    line.actual_kinds = verdict.kinds();
    const auto found = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                    [](const auto& finding) { return finding.has_value(); });
    if (found != verdict.findings.end()) line.account = to_string((*found)->first);
  } catch (const ContractError& error) {
    line.actual = Outcome::refused;
    line.account = error.what();
  }
  for (int p = 0; p < published_checker_count; ++p) {
    const auto checker = static_cast<PublishedChecker>(p);
    line.published[static_cast<std::size_t>(p)] =
        c.expected == Outcome::refused
            ? Opinion::not_applicable
            : published_opinion(checker, c.matrix(), c.rank, c.indices, c.index_pitch);
  }
  return line;
}

}  // namespace

std::string_view outcome_name(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::accepted:
      return "accepted";
    case Outcome::rejected:
      return "rejected";
    case Outcome::refused:
      return "refused";
  }
  return "";
}

std::vector<TrialCase> trial_catalogue() {
  std::vector<TrialCase> cases;
  trial::add_wrong_members(cases);
  trial::add_wrong_values(cases);
  trial::add_wrong_ranges(cases);
  trial::add_wrong_short_rows(cases);
  trial::add_wrong_batches(cases);
  trial::add_right(cases);
  trial::add_refused(cases);
  return cases;
}

bool TrialReport::passed() const noexcept {
  return !lines.empty() && std::all_of(lines.begin(), lines.end(),
                                       [](const TrialLine& line) { return line.as_expected(); });
}

std::int64_t TrialReport::count(Outcome expected) const noexcept {
  return std::count_if(lines.begin(), lines.end(),
                       [=](const TrialLine& line) { return line.expected == expected; });
}

TrialReport run_oracle_trial(const Judge& judge) {
  TrialReport report;
  for (const TrialCase& c : trial_catalogue()) report.lines.push_back(try_case(c, judge));
  return report;
}

TrialReport run_oracle_trial() {
  return run_oracle_trial([](const ScoreMatrix& matrix, std::int32_t rank,
                             std::span<const std::int32_t> indices,
                             std::int64_t pitch) { return judge(matrix, rank, indices, pitch); });
}

}  // namespace tailproof::reference
