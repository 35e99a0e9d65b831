// Rows per second of the selector's kernels on the host runtime, one core: L = 65536, K = 2048 with
// the production policies, K = 100 with the small ones.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tailproof/gpu/builtin_variants.hpp"

namespace {

constexpr std::int64_t rows = 8;
constexpr std::int64_t width = 65536;

struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};

void select_rows(benchmark::State& state, const std::string& name, std::int32_t rank) {
  const tailproof_variant_v1_t& variant = *tailproof::gpu::find_builtin_variant(name);
  std::mt19937 engine(1);
  std::normal_distribution<float> normal;
  std::vector<float> scores(rows * width);
  for (float& score : scores) score = normal(engine);
  const std::vector<std::int32_t> lengths(rows, width);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(rows * rank));
  tailproof_call call{};
  call.shape = {rows, width, width, rank, 0};
  if (variant.workspace_bytes(&call.shape, &call.workspace_size) != TAILPROOF_OK) {
    state.SkipWithError("no plan for this shape");
    return;
  }
  const std::unique_ptr<void, Freed> workspace(
      std::aligned_alloc(256, (call.workspace_size / 256 + 1) * 256));
  call.scores = scores.data();
  call.lengths = lengths.data();
  call.indices = indices.data();
  call.indices_pitch = rank;
  call.workspace = workspace.get();
  int status = variant.prepare(&call);
  for (auto _ : state) {
    if (status == TAILPROOF_OK) status = variant.select(&call);
  }
  if (status != TAILPROOF_OK) state.SkipWithError(variant.error_string(status));
  state.SetItemsProcessed(state.iterations() * rows);
}

}  // namespace

BENCHMARK_CAPTURE(select_rows, persistent_s64, "persistent-s64", 2048);
BENCHMARK_CAPTURE(select_rows, persistent_s128, "persistent-s128", 2048);
BENCHMARK_CAPTURE(select_rows, persistent_direct, "persistent-direct", 2048);
BENCHMARK_CAPTURE(select_rows, row_local, "row-local", 2048);
BENCHMARK_CAPTURE(select_rows, cluster8, "cluster8", 2048);
BENCHMARK_CAPTURE(select_rows, small_persistent, "small-persistent", 100);
BENCHMARK_CAPTURE(select_rows, small_direct, "small-direct", 100);
BENCHMARK_MAIN();
