#include "guard_checks.hpp"

namespace tailproof::properties::checks {

void report_breaches(Guard guard, Trial& trial, std::vector<Finding>& findings) {
  if (trial.answer().status != Status::refused) trial.looks();
  const auto finding_class = trial.legal() ? FindingClass::violation : FindingClass::robustness;
  for (const GuardBreach& breach : trial.answer().breaches) {
    if (breach.guard != guard) continue;
    findings.push_back({guard_name(guard), finding_class, breach.row, breach.detail});
  }
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
  for (const GuardBreach& breach : answer.breaches) {
    if (breach.guard != guard) continue;
    findings.push_back({guard_name(guard), FindingClass::violation, breach.row, breach.detail});
  }
}

}  // namespace tailproof::properties::checks
