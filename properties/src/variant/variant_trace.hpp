// From a variant's trace records to the reference's own trace type.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"
#include "tailproof/variant.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tailproof::properties {

/// What makes a record meaningless ("round count 7"), or nothing.
[[nodiscard]] std::optional<std::string> record_fault(const tailproof_row_trace& record);

/// The trace of a record without fault.
/// @param histograms  TAILPROOF_HISTOGRAMS slots of `bins` words each; empty: scalars only
[[nodiscard]] reference::Trace to_trace(const tailproof_row_trace& record,
                                        std::span<const std::uint32_t> histograms,
                                        std::int64_t bins, const reference::Policy& policy);

}  // namespace tailproof::properties
