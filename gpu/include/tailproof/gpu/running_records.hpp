/// The running selector with its own trace. Source: docs/running.md, "Trace".
#pragma once
#include "tailproof/gpu/kernel_entry.hpp"
#include "tailproof/kernels/running/trace.cuh"
#include "tailproof/simt.hpp"

namespace tailproof::gpu {

/// Launches `entry`, one of running_entries(), writing row r's record to records[r], zeroed
/// beforehand and in the kernels' memory space. request.trace is not looked at.
[[nodiscard]] simt::Status launch_recorded(const KernelEntry& entry, const LaunchRequest& request,
                                           kernels::running::RowRecord* records);

}  // namespace tailproof::gpu
