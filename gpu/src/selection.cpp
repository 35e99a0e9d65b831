#include "tailproof/gpu/selection.hpp"

#include "tailproof/gpu/current_device.hpp"
#include "tailproof/gpu/entries.hpp"

#include <algorithm>
#include <cstdint>

namespace tailproof::gpu {
namespace {

Outcome outcome_of(const simt::Status& status) {
  switch (status.code()) {
    case simt::Code::ok:
      return {};
    case simt::Code::out_of_memory:
    case simt::Code::invalid_configuration:
    case simt::Code::unsupported:
      return {TAILPROOF_OUT_OF_RESOURCES, status.text()};
    default:
      return {TAILPROOF_LAUNCH_FAILED, status.text()};
  }
}

Outcome invalid(std::string text) {
  return {TAILPROOF_INVALID_ARGUMENT, std::move(text)};
}

planner::Shape shape_of(const tailproof_shape& shape, std::int64_t alignment) {
  return {shape.rank, shape.row_capacity, shape.width, shape.pitch, alignment};
}

bool misaligned(const void* address, std::uintptr_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment != 0;
}

Outcome check_workspace(const tailproof_call& call, const planner::Plan& plan) {
  const auto needed = static_cast<std::size_t>(plan.workspace.bytes);
  if (call.workspace_size < needed) {
    return {TAILPROOF_WORKSPACE_TOO_SMALL, "workspace has " + std::to_string(call.workspace_size) +
                                               " bytes, needs " + std::to_string(needed)};
  }
  if (needed > 0 && call.workspace == nullptr) return invalid("workspace is null");
  if (misaligned(call.workspace, planner::workspace_alignment)) {
    return invalid("workspace is not aligned to 256 bytes");
  }
  return {};
}

Outcome check_buffers(const tailproof_call& call) {
  const tailproof_shape& shape = call.shape;
  if (call.values != nullptr) return invalid("values are not written by this kernel; pass null");
  if (call.indices_pitch < shape.rank) {
    return invalid("indices_pitch " + std::to_string(call.indices_pitch) + " is less than K");
  }
  if (shape.row_capacity == 0) return {};
  if (call.lengths == nullptr) return invalid("lengths is null");
  if (call.indices == nullptr) return invalid("indices is null");
  if (call.scores == nullptr && shape.width > 0) return invalid("scores is null");
  if (misaligned(call.scores, alignof(float)) || misaligned(call.lengths, alignof(std::int32_t)) ||
      misaligned(call.indices, alignof(std::int32_t)) ||
      misaligned(call.live_rows, alignof(std::int32_t))) {
    return invalid("a buffer is not aligned to 4 bytes");
  }
  return {};
}

Outcome check_trace(const KernelEntry& entry, const tailproof_trace_buffer& trace) {
  if (trace.rows == nullptr) return invalid("trace rows is null");
  if (trace.histograms != nullptr && trace.histogram_bins < entry.info.histogram_bins()) {
    return invalid("trace slots hold " + std::to_string(trace.histogram_bins) + " bins, " +
                   std::to_string(entry.info.histogram_bins()) + " are needed");
  }
  return {};
}

template <class T>
T* section(const tailproof_call& call, const planner::Section& where) {
  if (where.words == 0) return nullptr;
  return reinterpret_cast<T*>(static_cast<unsigned char*>(call.workspace) + where.offset);
}

kernels::Params params_of(const tailproof_call& call, const planner::WorkspaceLayout& layout) {
  kernels::Params params;
  params.scores = call.scores;
  params.lengths = call.lengths;
  params.live_rows = call.live_rows;
  params.indices = call.indices;
  params.pitch = call.shape.pitch;
  params.indices_pitch = call.indices_pitch;
  params.row_capacity = static_cast<std::int32_t>(call.shape.row_capacity);
  params.width = static_cast<std::int32_t>(call.shape.width);
  params.rank = call.shape.rank;
  params.counters = section<std::uint32_t>(call, layout.counters);
  params.spill = section<std::int32_t>(call, layout.spill);
  params.spill_capacity = layout.spill_capacity;
  params.split_counts = section<std::uint32_t>(call, layout.split_counts);
  params.split_histograms = section<std::uint32_t>(call, layout.split_histograms);
  params.split_candidates = section<std::int32_t>(call, layout.split_candidates);
  params.segment_capacity = layout.segment_capacity;
  return params;
}

simt::stream_t stream_of(const tailproof_call& call) {
  return static_cast<simt::stream_t>(call.stream);
}

Outcome launch_all(const KernelEntry& entry, const tailproof_call& call, const planner::Plan& plan,
                   const tailproof_trace_buffer* trace) {
  LaunchRequest request{params_of(call, plan.workspace), plan.grid, trace, stream_of(call)};
  for (std::int64_t l = 0; l < plan.launches; ++l) {
    request.params.first_row = l * plan.rows_per_launch;
    if (entry.info.mapping == planner::Mapping::split_sampled) {
      const std::int64_t left = call.shape.row_capacity - request.params.first_row;
      request.grid = std::min(plan.workers, left) * entry.info.ctas_per_row;
    }
    if (Outcome outcome = outcome_of(entry.launch(entry, request)); !outcome.ok()) return outcome;
  }
  return {};
}

}  // namespace

Outcome make_plan(const KernelEntry* entry, const tailproof_shape& shape, planner::Plan& plan,
                  std::int64_t alignment) {
  planner::Device device;
  if (const simt::Status status = query_device(shape.device, device); !status.ok()) {
    return invalid(status.text());
  }
  const planner::Shape plain = shape_of(shape, alignment);
  if (const auto problem = planner::shape_problem(plain)) return invalid(*problem);
  try {
    plan = entry == nullptr ? planner::plan(plain, device)
                            : planner::plan_with(entry->info, plain, device);
  } catch (const planner::PlanError& error) {
    return {TAILPROOF_UNSUPPORTED, error.what()};
  }
  return {};
}

Outcome prepare(const KernelEntry* entry, const tailproof_call& call) {
  planner::Plan plan;
  if (Outcome outcome = make_plan(entry, call.shape, plan); !outcome.ok()) return outcome;
  if (Outcome outcome = check_workspace(call, plan); !outcome.ok()) return outcome;
  const planner::Section& counters = plan.workspace.counters;
  if (counters.words == 0) return {};
  const DeviceScope scope(call.shape.device);
  return outcome_of(simt::memset_async(section<std::uint32_t>(call, counters), 0,
                                       static_cast<std::size_t>(counters.words) * 4,
                                       stream_of(call)));
}

Outcome select(const KernelEntry* entry, const tailproof_call& call,
               const tailproof_trace_buffer* trace) {
  planner::Plan plan;
  if (Outcome outcome = make_plan(entry, call.shape, plan); !outcome.ok()) return outcome;
  if (Outcome outcome = check_buffers(call); !outcome.ok()) return outcome;
  if (Outcome outcome = check_workspace(call, plan); !outcome.ok()) return outcome;
  if (plan.launches == 0) return {};
  const KernelEntry& chosen = entry != nullptr ? *entry : *find_entry(plan.kernel->name);
  const DeviceScope scope(call.shape.device);
  if (trace != nullptr) {
    if (Outcome outcome = check_trace(chosen, *trace); !outcome.ok()) return outcome;
    const auto records = static_cast<std::size_t>(call.shape.row_capacity);
    const simt::Status zeroed =
        simt::memset_async(trace->rows, 0, records * sizeof(tailproof_row_trace), stream_of(call));
    if (!zeroed.ok()) return outcome_of(zeroed);
  }
  return launch_all(chosen, call, plan, trace);
}

}  // namespace tailproof::gpu
