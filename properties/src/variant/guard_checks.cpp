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

}  // namespace tailproof::properties::checks
