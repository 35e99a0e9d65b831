#include "guard_checks.hpp"

namespace tailproof::properties::checks {
namespace {

void add(Guard guard, FindingClass finding_class, const Answer& answer,
         std::vector<Finding>& findings) {
  for (const GuardBreach& breach : answer.breaches) {
    if (breach.guard != guard) continue;
    findings.push_back({guard_name(guard), finding_class, breach.row, breach.detail});
  }
}

}  // namespace

void report_breaches(Guard guard, Trial& trial, std::vector<Finding>& findings) {
  if (trial.answer().status != Status::refused) trial.looks();
  const auto finding_class = trial.legal() ? FindingClass::violation : FindingClass::robustness;
  add(guard, finding_class, trial.answer(), findings);
}

void exercise_guard(Guard guard, Trial& trial, std::vector<Finding>& findings) {
  if (!trial.legal() || trial.answer().status != Status::ok || trial.call().rows() == 0) return;
  const Answer& answer = trial.exercise(guard);
  if (answer.status == Status::refused) return;
  trial.looks();
  if (answer.status != Status::ok) {
    findings.push_back({guard_name(guard), FindingClass::violation, -1,
                        std::string(status_name(answer.status)) + ": " + answer.message});
  }
  add(guard, FindingClass::violation, answer, findings);
}

}  // namespace tailproof::properties::checks
