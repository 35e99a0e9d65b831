/// From a call of the C interface to launches: checks, plan, workspace, kernel parameters.
#pragma once
#include "tailproof/gpu/kernel_entry.hpp"
#include "tailproof/planner/plan.hpp"
#include "tailproof/variant.h"

#include <cstddef>
#include <string>

namespace tailproof::gpu {

/// A status of variant.h and its text.
struct Outcome {
  int status = TAILPROOF_OK;
  std::string text;
  [[nodiscard]] bool ok() const noexcept { return status == TAILPROOF_OK; }
};

/// How calls of this shape run: by `entry`, or, if that is null, by what the planner chooses.
/// alignment: of row 0, in bytes; changes nothing but the plan's account of its loads.
[[nodiscard]] Outcome make_plan(const KernelEntry* entry, const tailproof_shape& shape,
                                planner::Plan& plan, std::int64_t alignment = 4);

/// Zeroes the counters of a workspace on the call's stream.
[[nodiscard]] Outcome prepare(const KernelEntry* entry, const tailproof_call& call);

/// Enqueues the selection; with a trace buffer, the traced kernel.
[[nodiscard]] Outcome select(const KernelEntry* entry, const tailproof_call& call,
                             const tailproof_trace_buffer* trace = nullptr);

}  // namespace tailproof::gpu
