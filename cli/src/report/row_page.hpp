/// One row's selection as pictures.
#pragma once

#include <span>
#include <string>

#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"

namespace tailproof::cli {

/// The score row with its boundary, band and admitted tail, the sampled and the coarse histogram,
/// where in the row the admitted scores lie, and the histograms of the digit rounds.
/// @param name     of the file, for the title
/// @param account  what `explain` prints about the row
[[nodiscard]] std::string row_page(const std::string& name, std::span<const float> scores,
                                   const reference::Trace& trace, const reference::Policy& policy,
                                   const std::string& account);

}  // namespace tailproof::cli
