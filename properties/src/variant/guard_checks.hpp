// Guards as properties: one check for all of them; private to the property table.
#pragma once
#include "tailproof/properties/finding.hpp"
#include "tailproof/properties/trial.hpp"
#include "tailproof/properties/variant/guard.hpp"

#include <vector>

namespace tailproof::properties::checks {

/// Turns the breaches of one guard, which whoever made the call saw, into findings.
void report_breaches(Guard guard, Trial& trial, std::vector<Finding>& findings);

template <Guard guard>
void guarded(Trial& trial, std::vector<Finding>& findings) {
  report_breaches(guard, trial, findings);
}

}  // namespace tailproof::properties::checks
