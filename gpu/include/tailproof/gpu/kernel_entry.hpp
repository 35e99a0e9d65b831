/// One compiled kernel: what the planner knows about it, and how to launch it.
#pragma once
#include "tailproof/kernels/params.cuh"
#include "tailproof/planner/kernel_info.hpp"
#include "tailproof/simt.hpp"
#include "tailproof/variant.h"

#include <cstdint>

namespace tailproof::gpu {

/// One launch of a kernel.
/// What a launch of one kernel needs beside its parameters.
struct LaunchRequest {
  kernels::Params params;
  std::int64_t grid = 0;                          ///< CTAs
  const tailproof_trace_buffer* trace = nullptr;  ///< null: the untraced kernel
  simt::stream_t stream = nullptr;
};

/// A kernel of this library; constant data.
/// One compiled kernel: what the planner knows of it and how it is launched.
struct KernelEntry {
  planner::KernelInfo info;
  simt::Status (*launch)(const KernelEntry& entry, const LaunchRequest& request);
  /// Whether the current device can hold at least one cluster of this kernel; null without one.
  bool (*cluster_fits)();
};

}  // namespace tailproof::gpu
