#include "tailproof/topk.h"

#include "last_error.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/gpu/current_device.hpp"
#include "tailproof/gpu/selection.hpp"

#include <algorithm>
#include <string>

namespace {

using tailproof::gpu::Outcome;

const tailproof_variant_v1_t& planned() {
  return *tailproof::gpu::find_builtin_variant("topk");
}

Outcome explain(const tailproof_shape& shape, std::string& text) {
  tailproof::planner::Plan plan;
  tailproof::planner::Device device;
  Outcome outcome = tailproof::gpu::make_plan(nullptr, shape, plan);
  if (!outcome.ok()) return outcome;
  const simt::Status status = tailproof::gpu::query_device(shape.device, device);
  if (!status.ok()) return {TAILPROOF_INVALID_ARGUMENT, status.text()};
  text = tailproof::planner::explain(
      plan, {shape.rank, shape.row_capacity, shape.width, shape.pitch, sizeof(float)}, device);
  return {};
}

}  // namespace

extern "C" {

tailproof_memory_space tailproof_topk_memory_space(void) {
  return tailproof::gpu::memory_space;
}

int tailproof_topk_workspace_bytes(const tailproof_shape* shape, size_t* bytes) {
  return planned().workspace_bytes(shape, bytes);
}

int tailproof_topk_prepare(const tailproof_call* call) {
  return planned().prepare(call);
}

int tailproof_topk_select(const tailproof_call* call) {
  return planned().select(call);
}

int tailproof_topk_explain(const tailproof_shape* shape, char* text, size_t size, size_t* length) {
  return tailproof::gpu::guarded([&]() -> Outcome {
    if (shape == nullptr || (text == nullptr && size > 0)) {
      return {TAILPROOF_INVALID_ARGUMENT, "null pointer"};
    }
    std::string whole;
    Outcome outcome = explain(*shape, whole);
    if (!outcome.ok()) return outcome;
    if (length != nullptr) *length = whole.size();
    if (size > 0) {
      const std::size_t kept = std::min(whole.size(), size - 1);
      std::copy_n(whole.data(), kept, text);
      text[kept] = '\0';
    }
    return {};
  });
}

const char* tailproof_topk_error_string(int status) {
  return tailproof::gpu::error_text(status);
}

}  // extern "C"
