// One kernel on one case against the reference, traces and all.
#pragma once
#include "census.hpp"
#include "device_case.hpp"
#include "score_case.hpp"
#include "tailproof/gpu/kernel_entry.hpp"

#include <string>

namespace tailproof::gpu_test {

/// The first departure of what the kernel did from the reference ("case, row 3: band: count1:
/// ..."), or "". Needs a finished, fetched run with traces; counts the routes.
[[nodiscard]] std::string compare_with_reference(const gpu::KernelEntry& entry,
                                                 const ScoreCase& input, const DeviceCase& run,
                                                 Census& census);

/// The contract alone, row by row: for runs without trace, and for kernels behind the planner.
[[nodiscard]] std::string check_answers(const ScoreCase& input, const DeviceCase& run);

/// Runs the case twice on one workspace: traced and compared, then untraced and checked.
[[nodiscard]] std::string check_case(const gpu::KernelEntry& entry, const ScoreCase& input,
                                     Census& census, Tracing tracing = Tracing::histograms);

}  // namespace tailproof::gpu_test
