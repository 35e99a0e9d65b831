#include "tailproof/device_oracle.h"

#include "../src/last_error.hpp"
#include "conclude.cuh"
#include "count.cuh"
#include "mark.cuh"
#include "tailproof/gpu/current_device.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using namespace tailproof::gpu;
using oracle::Params;
using oracle::RowState;

constexpr std::int64_t most_tile_ctas = std::int64_t{1} << 20;
constexpr std::size_t alignment = 256;

// Rows that one CTA each judges at once keep a device busy; and they must not be so long that the
// last CTAs are waited for.
constexpr std::int64_t least_whole_rows = 256;
constexpr std::int64_t longest_whole_row = 131072;

struct Plan {
  bool whole_rows = false;
  std::int64_t row_ctas = 0;
  std::int64_t bitmap_words = 0;
  bool in_shared = true;
  std::size_t bitmaps = 0;  // offset in the workspace
  std::size_t bytes = 0;
};

Outcome invalid(std::string text) {
  return {TAILPROOF_INVALID_ARGUMENT, std::move(text)};
}

Outcome check(const tailproof_shape& shape) {
  if (shape.rank < 1) return invalid("K must be at least 1, got " + std::to_string(shape.rank));
  if (shape.row_capacity < 0) return invalid("row_capacity is negative");
  if (shape.width < 0 || shape.pitch < shape.width) {
    return invalid("row pitch " + std::to_string(shape.pitch) + " is less than the width " +
                   std::to_string(shape.width));
  }
  // Sums of positions and strides stay in 31 bits.
  constexpr std::int64_t widest = std::int64_t{1} << 30;
  if (shape.width > widest || shape.rank > widest) {
    return {TAILPROOF_UNSUPPORTED, "rows wider, or K greater, than 2^30"};
  }
  return {};
}

Plan plan_of(const tailproof_shape& shape) {
  Plan plan;
  plan.bitmap_words = (shape.width + 31) / 32;
  plan.in_shared = shape.width <= oracle::widest_in_shared;
  plan.whole_rows = shape.row_capacity >= least_whole_rows && shape.width <= longest_whole_row;
  plan.row_ctas = std::min(shape.row_capacity, oracle::most_row_ctas);
  plan.bitmaps = static_cast<std::size_t>(shape.row_capacity) * sizeof(RowState);
  plan.bitmaps = (plan.bitmaps + alignment - 1) / alignment * alignment;
  plan.bytes = plan.bitmaps;
  if (plan.in_shared) return plan;
  const std::int64_t bytes = plan.bitmap_words * 4;
  plan.row_ctas = std::min(plan.row_ctas, std::max<std::int64_t>(1, oracle::bitmap_bytes / bytes));
  plan.bytes += static_cast<std::size_t>(plan.row_ctas * bytes);
  return plan;
}

Outcome check(const tailproof_oracle_call& call, const Plan& plan) {
  if (call.indices_pitch < call.shape.rank) {
    return invalid("index pitch " + std::to_string(call.indices_pitch) +
                   " is less than K = " + std::to_string(call.shape.rank));
  }
  if (call.summary == nullptr) return invalid("summary is null");
  if (call.shape.row_capacity == 0) return {};
  if (call.lengths == nullptr || call.indices == nullptr || call.verdicts == nullptr ||
      (call.scores == nullptr && call.shape.width > 0)) {
    return invalid("scores, lengths, indices or verdicts is null");
  }
  if (call.workspace_size < plan.bytes) {
    return {TAILPROOF_WORKSPACE_TOO_SMALL, "workspace has " + std::to_string(call.workspace_size) +
                                               " bytes, needs " + std::to_string(plan.bytes)};
  }
  if (call.workspace == nullptr) return invalid("workspace is null");
  if (reinterpret_cast<std::uintptr_t>(call.workspace) % alignment != 0) {
    return invalid("workspace is not aligned to 256 bytes");
  }
  return {};
}

Params params_of(const tailproof_oracle_call& call, const Plan& plan) {
  auto* const workspace = static_cast<unsigned char*>(call.workspace);
  Params p{};
  p.scores = call.scores;
  p.lengths = call.lengths;
  p.live_rows = call.live_rows;
  p.indices = call.indices;
  p.verdicts = call.verdicts;
  p.summary = call.summary;
  p.states = reinterpret_cast<RowState*>(workspace);
  if (!plan.in_shared) p.bitmaps = reinterpret_cast<std::uint32_t*>(workspace + plan.bitmaps);
  p.row_capacity = call.shape.row_capacity;
  p.width = call.shape.width;
  p.pitch = call.shape.pitch;
  p.indices_pitch = call.indices_pitch;
  p.bitmap_words = plan.bitmap_words;
  p.tiles = (call.shape.width + oracle::tile_scores - 1) / oracle::tile_scores;
  p.rank = call.shape.rank;
  return p;
}

template <class Kernel>
simt::Status launch(const char* name, Kernel kernel, std::int64_t ctas, std::int32_t threads,
                    std::size_t shared_bytes, simt::stream_t stream, const Params& p) {
  simt::LaunchConfig config;
  config.grid = dim3(static_cast<unsigned>(ctas));
  config.block = dim3(static_cast<unsigned>(threads));
  config.shared_bytes = shared_bytes;
  config.stream = stream;
  config.name = name;
  return simt::launch(config, kernel, p);
}

// Counters to zero; "no row yet" is -1.
simt::Status clear(const tailproof_oracle_call& call, const Plan& plan, simt::stream_t stream) {
  constexpr std::size_t counters = offsetof(tailproof_oracle_summary, first_rejected);
  auto* const summary = reinterpret_cast<unsigned char*>(call.summary);
  simt::Status status = simt::memset_async(summary, 0, counters, stream);
  if (!status.ok()) return status;
  status = simt::memset_async(summary + counters, 0xff, sizeof *call.summary - counters, stream);
  if (!status.ok() || plan.in_shared || call.shape.row_capacity == 0) return status;
  return simt::memset_async(static_cast<unsigned char*>(call.workspace) + plan.bitmaps, 0,
                            plan.bytes - plan.bitmaps, stream);
}

simt::Status enqueue(const tailproof_oracle_call& call, const Plan& plan) {
  const auto stream = static_cast<simt::stream_t>(call.stream);
  simt::Status status = clear(call, plan, stream);
  if (!status.ok() || call.shape.row_capacity == 0) return status;
  const Params p = params_of(call, plan);
  const auto by_row = [&](const char* name, auto kernel) {
    return launch(name, kernel, plan.row_ctas, oracle::row_threads, sizeof(oracle::RowStorage),
                  stream, p);
  };
  if (plan.whole_rows) return by_row("oracle_judge_rows", oracle::judge_rows);
  status = by_row("oracle_mark_rows", oracle::mark_rows);
  if (status.ok() && p.tiles > 0) {
    const std::int64_t ctas = std::min(p.row_capacity * p.tiles, most_tile_ctas);
    status = launch("oracle_count_better", oracle::count_better, ctas, oracle::tile_threads, 0,
                    stream, p);
  }
  return status.ok() ? by_row("oracle_conclude_rows", oracle::conclude_rows) : status;
}

}  // namespace

extern "C" {

tailproof_memory_space tailproof_oracle_memory_space(void) {
  return memory_space;
}

int tailproof_oracle_workspace_bytes(const tailproof_shape* shape, size_t* bytes) {
  return guarded([&]() -> Outcome {
    if (shape == nullptr || bytes == nullptr) return invalid("null pointer");
    Outcome outcome = check(*shape);
    if (outcome.ok()) *bytes = plan_of(*shape).bytes;
    return outcome;
  });
}

int tailproof_oracle_judge(const tailproof_oracle_call* call) {
  return guarded([&]() -> Outcome {
    if (call == nullptr) return invalid("null pointer");
    if (Outcome outcome = check(call->shape); !outcome.ok()) return outcome;
    const Plan plan = plan_of(call->shape);
    if (Outcome outcome = check(*call, plan); !outcome.ok()) return outcome;
    const DeviceScope scope(call->shape.device);
    if (!scope.status().ok()) return invalid(scope.status().text());
    const simt::Status status = enqueue(*call, plan);
    if (status.ok()) return {};
    return {TAILPROOF_LAUNCH_FAILED, status.text()};
  });
}

const char* tailproof_oracle_error_string(int status) {
  return error_text(status);
}

}  // extern "C"
