/// A failing row as a picture.
#pragma once

#include <string>

#include "tailproof/properties/investigate.hpp"

namespace tailproof::cli {

/// The row that a finding is about: its scores, the rank-K cut, the sampled cutoff where the
/// reference took one, right picks, wrong picks and missing ones. Empty for a call without scores.
[[nodiscard]] std::string finding_figure(const properties::CaseReport& report);

}  // namespace tailproof::cli
