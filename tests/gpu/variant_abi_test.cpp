// The C interface: topk.h, and the built-in variants by address and by dlopen().
#include "differential/answer_check.hpp"
#include "differential/row_builder.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof/planner/plan.hpp"
#include "tailproof/topk.h"
#include "tailproof_catch.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace tailproof;

constexpr std::int64_t rows = 5;
constexpr std::int64_t width = 300;
constexpr std::int32_t rank = 17;

struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};
using Workspace = std::unique_ptr<void, Freed>;

Workspace make_workspace(std::size_t bytes) {
  return Workspace(std::aligned_alloc(256, (bytes / 256 + 1) * 256));
}

/// A batch in ordinary host memory.
struct Batch {
  std::vector<float> scores;
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> indices;

  Batch() : indices(rows * rank, -7) {
    gpu_test::Random random(3);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = gpu_test::row_of_values(gpu_test::Values::spread, width, 16, random);
      scores.insert(scores.end(), row.begin(), row.end());
      lengths.push_back(static_cast<std::int32_t>(r == 1 ? rank - 3 : width - r));
    }
  }
  [[nodiscard]] tailproof_call call(void* workspace, std::size_t bytes) {
    tailproof_call made{};
    made.shape = {rows, width, width, rank, 0};
    made.scores = scores.data();
    made.lengths = lengths.data();
    made.indices = indices.data();
    made.indices_pitch = rank;
    made.workspace = workspace;
    made.workspace_size = bytes;
    return made;
  }
  [[nodiscard]] std::string problem() const {
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row =
          std::span(scores).subspan(static_cast<std::size_t>(r * width),
                                    static_cast<std::size_t>(lengths[static_cast<std::size_t>(r)]));
      const auto slots = std::span(indices).subspan(static_cast<std::size_t>(r * rank), rank);
      const std::string found = gpu_test::answer_problem(row, slots);
      if (!found.empty()) return "row " + std::to_string(r) + ": " + found;
    }
    return "";
  }
};

/// Uses a variant as a checker does: by its description alone.
std::string use(const tailproof_variant_v1_t& variant) {
  Batch batch;
  const tailproof_shape shape{rows, width, width, rank, 0};
  std::size_t bytes = 0;
  if (variant.workspace_bytes(&shape, &bytes) != TAILPROOF_OK) return "workspace_bytes";
  const Workspace workspace = make_workspace(bytes);
  const tailproof_call call = batch.call(workspace.get(), bytes);
  for (const auto function : {variant.prepare, variant.select, variant.select}) {
    if (const int status = function(&call); status != TAILPROOF_OK)
      return variant.error_string(status);
  }
  return batch.problem();
}

}  // namespace

TEST_CASE("every built-in variant answers through its description") {
  CHECK(gpu::builtin_variants().size() ==
        gpu::all_entries().size() + gpu::running_entries().size() + 1);
  for (const tailproof_variant_v1_t* variant : gpu::builtin_variants()) {
    CAPTURE(variant->name);
    CHECK(variant->abi_version == TAILPROOF_VARIANT_ABI_VERSION);
    CHECK(variant->memory_space == TAILPROOF_MEMORY_HOST);
    CHECK(variant->capacity_count > 0);
    CHECK((variant->trace == nullptr) == (variant->trace_policy == nullptr));
    CHECK(use(*variant) == "");
  }
}

TEST_CASE("a variant library exports the one symbol and works when loaded") {
  for (const char* name : {"topk", "small-persistent", "small-cluster8"}) {
    CAPTURE(name);
    const std::string path =
        std::string(TAILPROOF_VARIANTS) + "/libtailproof_variant_" + name + ".so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    CAPTURE(library == nullptr ? dlerror() : "");
    REQUIRE(library != nullptr);
    using Entry = const tailproof_variant_v1_t* (*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(library, TAILPROOF_VARIANT_SYMBOL));
    REQUIRE(entry != nullptr);
    CHECK(std::string(entry()->name) == name);
    CHECK(use(*entry()) == "");
    CHECK(dlsym(library, "tailproof_topk_select") == nullptr);
  }
}

TEST_CASE("the production table of the planner describes the kernels as compiled") {
  for (const planner::KernelInfo& planned : planner::production_kernels()) {
    CAPTURE(planned.name);
    const gpu::KernelEntry* entry = gpu::find_entry(planned.name);
    REQUIRE(entry != nullptr);
    CHECK(planner::policy_text(planned) == planner::policy_text(entry->info));
    CHECK(planned.mapping == entry->info.mapping);
    CHECK(planned.ctas_per_row == entry->info.ctas_per_row);
    CHECK(planned.threads == entry->info.threads);
    CHECK(planned.registers == entry->info.registers);
    CHECK(planned.shared_bytes == entry->info.shared_bytes);
    CHECK(planned.register_row() == entry->info.register_row());
  }
}

TEST_CASE("the C++ interface selects, explains and throws with a status") {
  const TopK topk({rows, width, width, rank, 0});
  Batch batch;
  const Workspace workspace = make_workspace(topk.workspace_bytes());
  tailproof_call call = topk.call(workspace.get());
  call.scores = batch.scores.data();
  call.lengths = batch.lengths.data();
  call.indices = batch.indices.data();
  TopK::prepare(call);
  TopK::select(call);
  CHECK(batch.problem() == "");
  CHECK(topk.explain().find("row-local-registers") != std::string::npos);
  CHECK_THROWS_AS(TopK({rows, width, width, 0, 0}), TopKError);
  CHECK(tailproof_topk_memory_space() == TAILPROOF_MEMORY_HOST);
}

TEST_CASE("bad calls become statuses with text") {
  Batch batch;
  const tailproof_shape shape{rows, 16000, 16000, rank, 0};
  std::size_t bytes = 0;
  REQUIRE(tailproof_topk_workspace_bytes(&shape, &bytes) == TAILPROOF_OK);
  const Workspace workspace = make_workspace(bytes);
  tailproof_call good = batch.call(workspace.get(), bytes);
  const auto status = [](const tailproof_call& call, const std::string& part) {
    const int code = tailproof_topk_select(&call);
    const std::string text = tailproof_topk_error_string(code);
    CAPTURE(text, part);
    CHECK(text.find(part) != std::string::npos);
    return code;
  };
  tailproof_call call = good;
  call.scores = nullptr;
  CHECK(status(call, "scores is null") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.lengths = nullptr;
  CHECK(status(call, "lengths is null") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.indices = nullptr;
  CHECK(status(call, "indices is null") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.indices_pitch = rank - 1;
  CHECK(status(call, "less than K") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.values = batch.scores.data();
  CHECK(status(call, "values are not written") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.shape = shape;
  call.workspace_size = bytes - 1;
  CHECK(status(call, "needs") == TAILPROOF_WORKSPACE_TOO_SMALL);
  call = good;
  call.workspace = nullptr;
  CHECK(status(call, "workspace is null") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.workspace = static_cast<char*>(workspace.get()) + 4;
  CHECK(status(call, "not aligned to 256") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.scores = reinterpret_cast<const float*>(reinterpret_cast<const char*>(good.scores) + 1);
  CHECK(status(call, "not aligned to 4") == TAILPROOF_INVALID_ARGUMENT);
  call = good;
  call.shape.device = 3;
  CHECK(status(call, "ordinal is 0") == TAILPROOF_INVALID_ARGUMENT);
  CHECK(tailproof_topk_select(nullptr) == TAILPROOF_INVALID_ARGUMENT);
  CHECK(tailproof_topk_explain(nullptr, nullptr, 0, nullptr) == TAILPROOF_INVALID_ARGUMENT);
}

TEST_CASE("shapes beyond a kernel are refused as unsupported, not clamped") {
  const tailproof_variant_v1_t& registers = *gpu::find_builtin_variant("row-local-registers");
  const tailproof_shape shape{1, 16385, 16385, rank, 0};
  std::size_t bytes = 0;
  CHECK(registers.workspace_bytes(&shape, &bytes) == TAILPROOF_UNSUPPORTED);
  CHECK(std::string(registers.error_string(TAILPROOF_UNSUPPORTED)).find("does not fit") !=
        std::string::npos);
}
