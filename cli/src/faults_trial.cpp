#include "faults_trial.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "tailproof/generators/sampler.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/investigate.hpp"
#include "tailproof/properties/subject_registry.hpp"
#include "tailproof/properties/variant/isolation.hpp"

namespace tailproof::cli {
namespace {

// A healthy call takes microseconds; a fault that never returns is to cost no more than this. Half
// a second accused healthy calls on a machine with a load of twenty.
constexpr double call_seconds = 2;
constexpr double exact_call_seconds = 20;

// The plainest of several findings on one run: what the answers show, then what the calls did.
const properties::Failure& plainest(const std::vector<properties::Failure>& failures) {
  const auto order = [](const properties::Failure& failure) {
    return properties::find_property(failure.finding.property);
  };
  return *std::min_element(failures.begin(), failures.end(),
                           [&](const auto& a, const auto& b) { return order(a) < order(b); });
}

// True if the watchdog ended a call outside the subject's own functions: the machine stalled, and
// nothing is said of the subject.
bool is_stall(const properties::Finding& finding) {
  const std::string& detail = finding.detail;
  if (detail.find("no answer within") == std::string::npos) return false;
  constexpr std::string_view own[] = {"in workspace_bytes()", "in prepare()", "in select()",
                                      "in trace()"};
  return std::none_of(std::begin(own), std::end(own), [&detail](std::string_view function) {
    return detail.find(function) != std::string::npos;
  });
}

// A run of the suite, begun anew where the machine stalled; after several such runs the last one.
properties::CheckResult run_without_stall(const properties::CheckOptions& check) {
  constexpr int most_runs = 4;
  for (int run = 1;; ++run) {
    properties::CheckResult result = properties::run_check(check);
    if (run == most_runs || result.failures.empty() ||
        !is_stall(plainest(result.failures).finding)) {
      return result;
    }
  }
}

properties::CheckOptions check_options(const Catalogue& catalogue, const CatalogueEntry& entry,
                                       const TrialOptions& options, std::uint64_t seed) {
  properties::CheckOptions check;
  check.subject = "variant:" + catalogue.library;
  check.seed = seed;
  check.budget_seconds = options.budget_seconds;
  if (entry.exact()) check.cases = options.exact_cases;
  check.sampler.policy = catalogue.policy;
  check.sampler.out_of_contract = true;
  return check;
}

// Rows of the cases before and with the one of that number, drawn once more.
std::uint64_t rows_until(properties::CheckOptions check, std::uint64_t index) {
  check.sampler.capacities = properties::make_subject(check.subject)->traits().capacities;
  const generators::Sampler sampler(check.seed, check.sampler);
  std::uint64_t rows = 0;
  for (std::uint64_t i = 0; i <= index; ++i) {
    rows += static_cast<std::uint64_t>(sampler.draw(i).rows);
  }
  return rows;
}

void shrink_into(Kill& kill, const properties::CheckOptions& check,
                 const properties::Failure& failure, double seconds) {
  properties::Judge judge(properties::make_subject(check.subject));
  properties::InvestigateOptions options;
  options.shrink.most_seconds = seconds;
  const properties::CaseReport report = properties::investigate(failure, judge, options);
  kill.rank = report.specimen.rows.rank;
  kill.rows_left = static_cast<std::int64_t>(report.specimen.rows.scores.size());
  for (const auto& row : report.specimen.rows.scores) {
    kill.length = std::max(kill.length, static_cast<std::int64_t>(row.size()));
  }
}

}  // namespace

bool FaultTrial::right() const noexcept {
  return std::all_of(kills.begin(), kills.end(),
                     [this](const Kill& kill) { return kill.killed != entry.exact(); });
}

FaultTrial try_entry(const Catalogue& catalogue, const CatalogueEntry& entry,
                     const TrialOptions& options) {
  choose_entry(entry);
  properties::isolation_options().call_seconds = entry.exact() ? exact_call_seconds : call_seconds;
  FaultTrial trial{entry, {}};
  for (std::uint64_t i = 0; i < options.seeds; ++i) {
    const auto check = check_options(catalogue, entry, options, options.first_seed + i);
    const properties::CheckResult result = run_without_stall(check);
    Kill kill;
    kill.seed = check.seed;
    kill.cases = result.cases;
    kill.rows = result.rows;
    kill.seconds = result.seconds;
    if (!result.failures.empty()) {
      const properties::Failure& failure = plainest(result.failures);
      // What stalls again and again is no kill, but nothing that an exact selector may do either.
      kill.killed = entry.exact() || !is_stall(failure.finding);
      kill.property = failure.finding.property;
      kill.detail = failure.finding.detail;
      kill.cases = failure.index + 1;
      kill.rows = rows_until(check, failure.index);
      if (i == 0 && options.shrink_seconds > 0) {
        shrink_into(kill, check, failure, options.shrink_seconds);
      }
    }
    trial.kills.push_back(std::move(kill));
  }
  return trial;
}

}  // namespace tailproof::cli
