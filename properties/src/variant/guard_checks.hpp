// Guards as properties: one check for all of them; private to the property table.
#pragma once
#include "tailproof/properties/finding.hpp"
#include "tailproof/properties/trial.hpp"
#include "tailproof/properties/variant/guard.hpp"

#include <vector>

namespace tailproof::properties::checks {

/// Turns the breaches of one guard, which whoever made the call saw, into findings.
void report_breaches(Guard guard, Trial& trial, std::vector<Finding>& findings);

/// Has the guard's exercise made over the rows of a legal call that was answered, and turns what
/// came of it into findings.
void exercise_guard(Guard guard, Trial& trial, std::vector<Finding>& findings);

template <Guard guard>
void exercised(Trial& trial, std::vector<Finding>& findings) {
  static_assert(is_exercise(guard));
  exercise_guard(guard, trial, findings);
}

template <Guard guard>
void guarded(Trial& trial, std::vector<Finding>& findings) {
  report_breaches(guard, trial, findings);
}

}  // namespace tailproof::properties::checks
