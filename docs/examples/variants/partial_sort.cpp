// The smallest variant for the CPU: exact Top-K by std::nth_element, one row after another.
#include "tailproof/variant.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

namespace {

// The workspace holds the positions of one row.
int workspace_bytes(const tailproof_shape* shape, size_t* bytes) {
  *bytes = static_cast<size_t>(shape->width) * sizeof(std::int32_t);
  return TAILPROOF_OK;
}

int prepare(const tailproof_call*) {
  return TAILPROOF_OK;  // nothing to initialise
}

int select(const tailproof_call* call) {
  auto* const positions = static_cast<std::int32_t*>(call->workspace);
  const std::int32_t rank = call->shape.rank;
  for (std::int64_t row = 0; row < call->shape.row_capacity; ++row) {
    const float* const scores = call->scores + row * call->shape.pitch;
    std::int32_t* const slots = call->indices + row * call->indices_pitch;
    const auto width = static_cast<std::int32_t>(call->shape.width);
    const std::int32_t length = std::clamp(call->lengths[row], 0, width);
    const std::int32_t picked = std::min(length, rank);
    std::iota(positions, positions + length, 0);
    if (length > rank) {
      std::nth_element(positions, positions + rank - 1, positions + length,
                       [scores](auto a, auto b) { return scores[a] > scores[b]; });
    }
    std::copy(positions, positions + picked, slots);
    std::fill(slots + picked, slots + rank, -1);
  }
  return TAILPROOF_OK;
}

const char* error_string(int) {
  return "no errors";
}

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static const tailproof_variant_v1_t description = [] {
    tailproof_variant_v1_t variant{};
    variant.abi_version = TAILPROOF_VARIANT_ABI_VERSION;
    variant.name = "partial-sort";
    variant.memory_space = TAILPROOF_MEMORY_HOST;
    variant.nan_rule = TAILPROOF_NAN_UNDEFINED;  // the comparison is no order then
    variant.limits = {1, 1 << 20, std::numeric_limits<std::int32_t>::max(), 1 << 20, 1, 1};
    variant.workspace_bytes = workspace_bytes;
    variant.prepare = prepare;
    variant.select = select;
    variant.error_string = error_string;
    return variant;
  }();
  return &description;
}
