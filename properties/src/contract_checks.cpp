// Properties of the answers alone: survival, the contract, and rows outside it.
#include "checks.hpp"

#include "tailproof/reference/oracle_verdict.hpp"

#include <algorithm>

namespace tailproof::properties::checks {
namespace {

// What is wrong with one row, without the line that counts rows.
std::string problem_of(const reference::Verdict& verdict) {
  std::string text;
  for (const auto& kind : verdict.findings) {
    if (!kind) continue;
    text += (text.empty() ? "" : "; ") + reference::to_string(kind->first);
    if (kind->count > 1) text += " (first of " + std::to_string(kind->count) + ")";
  }
  return text;
}

// The host's oracle judges what an oracle beside the subject does not accept, and one row of what
// it does.
bool is_judged_here(const Trial& trial, std::int64_t row) {
  const bool is_sample = row == static_cast<std::int64_t>(
                                    trial.seed() % static_cast<std::uint64_t>(trial.call().rows()));
  return is_sample || !trial.accepted_before(row).value_or(false);
}

}  // namespace

void survives(Trial& trial, Findings& findings) {
  const Answer& answer = trial.answer();
  if (answer.status != Status::refused) trial.looks();
  if (answer.status != Status::crashed && answer.status != Status::hung) return;
  const auto kind = trial.legal() ? FindingClass::violation : FindingClass::robustness;
  findings.push_back(
      {"survives", kind, -1, std::string(status_name(answer.status)) + ": " + answer.message});
}

void contract(Trial& trial, Findings& findings) {
  const Answer& answer = trial.answer();
  if (answer.status == Status::refused && trial.legal() && admits(trial.traits(), trial.call())) {
    trial.looks();
    findings.push_back({"contract", FindingClass::violation, -1,
                        "refused a legal call within its limits: " + answer.message});
  }
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    if (!trial.judgeable(row)) continue;
    trial.looks();
    if (!is_judged_here(trial, row)) continue;
    const auto verdict = trial.oracle().judge_row(trial.scores(row), row, trial.indices(row));
    if (verdict.accepted()) continue;
    findings.push_back({"contract", FindingClass::violation, row, problem_of(verdict)});
  }
}

void prior_oracle(Trial& trial, Findings& findings) {
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    const auto before = trial.accepted_before(row);
    if (!before || !trial.judgeable(row) || !is_judged_here(trial, row)) continue;
    trial.looks();
    const auto verdict = trial.oracle().judge_row(trial.scores(row), row, trial.indices(row));
    if (verdict.accepted() == *before) continue;
    findings.push_back({"prior-oracle", FindingClass::violation, row,
                        *before ? "accepts what the host's oracle rejects: " + problem_of(verdict)
                                : "rejects what the host's oracle accepts"});
  }
}

void robustness(Trial& trial, Findings& findings) {
  // To decline such a call is right, unless it is declined for its size.
  const bool declined =
      trial.answer().status == Status::refused && admits(trial.traits(), trial.call());
  if (declined && !trial.legal()) trial.looks();
  if (trial.answer().status != Status::ok) return;
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    if (!trial.breach(row).has_value()) continue;
    trial.looks();
    const std::int64_t given = trial.call().matrix.lengths[static_cast<std::size_t>(row)];
    const std::int64_t length = std::clamp<std::int64_t>(given, 0, trial.call().matrix.width);
    const auto indices = trial.indices(row);
    const auto wild = std::find_if(indices.begin(), indices.end(), [length](std::int32_t index) {
      return index < -1 || index >= length;
    });
    if (wild == indices.end()) continue;
    findings.push_back({"robustness", FindingClass::robustness, row,
                        *trial.breach(row) + ": slot " + std::to_string(wild - indices.begin()) +
                            " holds " + std::to_string(*wild)});
  }
}

}  // namespace tailproof::properties::checks
