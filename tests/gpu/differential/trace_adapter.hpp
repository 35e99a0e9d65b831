// The kernels' trace as the reference's, so that both can be compared field by field.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"
#include "tailproof/variant.h"

#include <cstdint>

namespace tailproof::gpu_test {

/// histograms: the row's TAILPROOF_HISTOGRAMS slots of `bins` words, or null for scalars only.
[[nodiscard]] reference::Trace to_reference(const tailproof_row_trace& row,
                                            const std::uint32_t* histograms, std::int64_t bins,
                                            const reference::Policy& policy);

}  // namespace tailproof::gpu_test
