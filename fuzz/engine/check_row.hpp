/// One row through the reference, held against the account that is worked out by sorting.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/selector.hpp"

#include <span>

namespace tailproof::fuzz {

/// Throws a Finding unless trace, answer and predicted route agree with what sorting tells, traced
/// and untraced. The row must be free of NaN.
void check_row(reference::Selector& selector, std::span<const float> scores, std::int64_t row);

/// Throws a Finding unless the reference refuses a row with NaN and names the first one.
void check_refusal(reference::Selector& selector, std::span<const float> scores, std::int64_t row);

}  // namespace tailproof::fuzz
