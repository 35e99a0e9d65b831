#include "tailproof/device_oracle.h"

#include "../src/last_error.hpp"
#include "judge.cuh"
#include "tailproof/gpu/current_device.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using namespace tailproof::gpu;
using oracle::Params;
using oracle::RowState;

constexpr std::size_t alignment = 256;

// CTAs beyond what any device holds at once; each then takes several tiles.
constexpr std::int64_t most_ctas = std::int64_t{1} << 15;
// A call that is smaller than this many of the least tiles leaves places of a large device empty;
// a larger one gains from larger tiles, since each CTA looks through all slots of its row.
constexpr std::int64_t enough_tiles = 512;
constexpr std::int64_t least_tile = 4096;
constexpr std::int64_t usual_tile = 32768;  // at most, but for K
constexpr std::int64_t scores_a_slot = 4;   // of a tile, at least

struct Plan {
  std::int64_t tile_scores = 0;
  std::int64_t tiles = 1;  // of a row
  std::size_t bytes = 0;
};

std::int64_t rounded_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

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
  // No product of rows and width, which may be beyond any integer.
  const std::int64_t rows = std::max<std::int64_t>(1, shape.row_capacity);
  const std::int64_t share = rows >= enough_tiles ? shape.width : shape.width / enough_tiles * rows;
  const std::int64_t fair = std::clamp(rounded_up(share, least_tile), least_tile, usual_tile);
  const std::int64_t for_slots = rounded_up(std::int64_t{shape.rank} * scores_a_slot, least_tile);
  plan.tile_scores = std::min(std::max(fair, for_slots), oracle::most_in_tile);
  plan.tiles = std::max<std::int64_t>(1, (shape.width + plan.tile_scores - 1) / plan.tile_scores);
  if (plan.tiles > 1) {
    plan.bytes = static_cast<std::size_t>(shape.row_capacity) * sizeof(RowState);
  }
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
  if (plan.bytes > 0 && call.workspace == nullptr) return invalid("workspace is null");
  if (reinterpret_cast<std::uintptr_t>(call.workspace) % alignment != 0) {
    return invalid("workspace is not aligned to 256 bytes");
  }
  return {};
}

Params params_of(const tailproof_oracle_call& call, const Plan& plan) {
  Params p{};
  p.scores = call.scores;
  p.lengths = call.lengths;
  p.live_rows = call.live_rows;
  p.indices = call.indices;
  p.verdicts = call.verdicts;
  p.summary = call.summary;
  p.states = static_cast<RowState*>(call.workspace);
  p.row_capacity = call.shape.row_capacity;
  p.width = call.shape.width;
  p.pitch = call.shape.pitch;
  p.indices_pitch = call.indices_pitch;
  p.tiles = plan.tiles;
  p.tile_scores = static_cast<std::int32_t>(plan.tile_scores);
  p.rank = call.shape.rank;
  return p;
}

template <class Kernel>
simt::Status launch(const char* name, Kernel kernel, std::int64_t ctas, std::size_t shared_bytes,
                    bool is_second, const tailproof_oracle_call& call, const Params& p) {
  simt::LaunchConfig config;
  config.grid = dim3(static_cast<unsigned>(ctas));
  config.block = dim3(static_cast<unsigned>(oracle::threads));
  config.shared_bytes = shared_bytes;
  config.stream = static_cast<simt::stream_t>(call.stream);
  config.programmatic = is_second;  // it begins while the first one works
  config.name = name;
  return simt::launch(config, kernel, p);
}

simt::Status enqueue(const tailproof_oracle_call& call, const Plan& plan) {
  const Params p = params_of(call, plan);
  const std::int64_t states = plan.tiles > 1 ? p.row_capacity : 1;
  const std::int64_t clearing =
      std::clamp<std::int64_t>((states + oracle::threads - 1) / oracle::threads, 1, most_ctas);
  const simt::Status status =
      launch("oracle_begin_judgement", oracle::begin_judgement, clearing, 0, false, call, p);
  if (!status.ok() || p.row_capacity == 0) return status;
  const std::int64_t ctas = std::min(p.row_capacity, most_ctas / plan.tiles + 1) * plan.tiles;
  return launch("oracle_judge_tiles", oracle::judge_tiles, ctas, sizeof(oracle::Storage), true,
                call, p);
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
