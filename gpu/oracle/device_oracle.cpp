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
static_assert(longest_whole_row <= oracle::most_words * 32);

// Up to so many scores, more CTAs with less to do each are done earlier.
constexpr std::int64_t most_in_small_tiles = std::int64_t{1} << 26;

struct Plan {
  bool whole_rows = false;
  std::int32_t tile_scores = oracle::large_tile;
  std::int64_t row_ctas = 0;
  std::int64_t bitmap_words = 0;
  std::int64_t shared_words = 0;  // of a bitmap, as the kernels are made; 0: in the workspace
  std::size_t bitmaps = 0;        // offset in the workspace
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
  plan.shared_words = plan.bitmap_words <= oracle::few_words    ? oracle::few_words
                      : plan.bitmap_words <= oracle::most_words ? oracle::most_words
                                                                : 0;
  plan.whole_rows = shape.row_capacity >= least_whole_rows && shape.width <= longest_whole_row;
  const bool is_small =
      shape.row_capacity <= most_in_small_tiles / std::max<std::int64_t>(1, shape.width);
  if (is_small) plan.tile_scores = oracle::small_tile;
  plan.row_ctas = std::min(shape.row_capacity, oracle::most_row_ctas);
  plan.bitmaps = static_cast<std::size_t>(shape.row_capacity) * sizeof(RowState);
  plan.bitmaps = (plan.bitmaps + alignment - 1) / alignment * alignment;
  plan.bytes = plan.bitmaps;
  if (plan.shared_words != 0) return plan;
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
  if (plan.shared_words == 0)
    p.bitmaps = reinterpret_cast<std::uint32_t*>(workspace + plan.bitmaps);
  p.row_capacity = call.shape.row_capacity;
  p.width = call.shape.width;
  p.pitch = call.shape.pitch;
  p.indices_pitch = call.indices_pitch;
  p.bitmap_words = plan.bitmap_words;
  p.tiles = (call.shape.width + plan.tile_scores - 1) / plan.tile_scores;
  p.tile_scores = plan.tile_scores;
  p.rank = call.shape.rank;
  return p;
}

// Launches one after the other, each allowed to begin while the one before it ends.
class Launcher {
 public:
  Launcher(const tailproof_oracle_call& call, const Plan& plan)
      : params_(params_of(call, plan)), stream_(static_cast<simt::stream_t>(call.stream)) {}

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] const simt::Status& status() const { return status_; }

  template <class Kernel>
  void launch(const char* name, Kernel kernel, std::int64_t ctas, std::int32_t threads,
              std::size_t shared_bytes = 0) {
    if (!status_.ok()) return;
    simt::LaunchConfig config;
    config.grid = dim3(static_cast<unsigned>(ctas));
    config.block = dim3(static_cast<unsigned>(threads));
    config.shared_bytes = shared_bytes;
    config.stream = stream_;
    config.programmatic = !first_;
    config.name = name;
    first_ = false;
    status_ = simt::launch(config, kernel, params_);
  }

 private:
  Params params_;
  simt::stream_t stream_;
  simt::Status status_;
  bool first_ = true;
};

template <std::int64_t words>
void launch_all(Launcher& launcher, const Plan& plan) {
  constexpr std::size_t shared = sizeof(oracle::MarkedStorage<words>);
  const auto by_row = [&](const char* name, auto kernel) {
    launcher.launch(name, kernel, plan.row_ctas, oracle::row_threads, shared);
  };
  if constexpr (words != 0) {
    if (plan.whole_rows) {
      launcher.launch("oracle_begin_summaries", oracle::begin_summaries, 1, 32);
      by_row("oracle_judge_rows", oracle::judge_rows<words>);
      return;
    }
  }
  const Params& p = launcher.params();
  by_row("oracle_mark_rows", oracle::mark_rows<words>);
  if (p.tiles > 0) {
    launcher.launch("oracle_count_better", oracle::count_better,
                    std::min(p.row_capacity * p.tiles, most_tile_ctas), oracle::tile_threads);
  }
  by_row("oracle_conclude_rows", oracle::conclude_rows<words>);
}

simt::Status enqueue(const tailproof_oracle_call& call, const Plan& plan) {
  Launcher launcher(call, plan);
  if (call.shape.row_capacity == 0) {
    launcher.launch("oracle_begin_summaries", oracle::begin_summaries, 1, 32);
  } else if (plan.shared_words == oracle::few_words) {
    launch_all<oracle::few_words>(launcher, plan);
  } else if (plan.shared_words == oracle::most_words) {
    launch_all<oracle::most_words>(launcher, plan);
  } else {
    launch_all<0>(launcher, plan);
  }
  return launcher.status();
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
