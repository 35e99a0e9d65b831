// Selectors with a planted fault, which the bench must report as wrong.
#include "entries.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/simt.hpp"

namespace tailproof::gpu_bench {
namespace {

const tailproof_variant_v1_t& right() {
  return *gpu::find_builtin_variant("topk");
}

// The workspace's last 256 bytes count calls.
constexpr std::size_t counter_bytes = 256;

// Repeats the last row's first index in its second slot, from the given call on.
__global__ void spoil(std::int32_t* last_row, std::uint32_t* calls, std::uint32_t from) {
  const std::uint32_t call = *calls;
  *calls = call + 1;
  if (call >= from) last_row[1] = last_row[0];
}

std::uint32_t* counter_of(const tailproof_call& call) {
  char* const end = static_cast<char*>(call.workspace) + call.workspace_size;
  return reinterpret_cast<std::uint32_t*>(end - counter_bytes);
}

tailproof_call without_counter(const tailproof_call& call) {
  tailproof_call inner = call;
  inner.workspace_size -= counter_bytes;
  return inner;
}

template <std::uint32_t from>
struct Planted {
  static int workspace_bytes(const tailproof_shape* shape, std::size_t* bytes) {
    const int status = right().workspace_bytes(shape, bytes);
    *bytes = (*bytes + 255) / 256 * 256 + counter_bytes;
    return status;
  }
  static int prepare(const tailproof_call* call) {
    const tailproof_call inner = without_counter(*call);
    const auto stream = static_cast<simt::stream_t>(call->stream);
    if (!simt::memset_async(counter_of(*call), 0, counter_bytes, stream).ok()) {
      return TAILPROOF_LAUNCH_FAILED;
    }
    return right().prepare(&inner);
  }
  static int select(const tailproof_call* call) {
    const tailproof_call inner = without_counter(*call);
    const int status = right().select(&inner);
    if (status != TAILPROOF_OK) return status;
    simt::LaunchConfig config;
    config.grid = {1, 1, 1};
    config.block = {1, 1, 1};
    config.stream = static_cast<simt::stream_t>(call->stream);
    config.name = "spoil";
    std::int32_t* const last = call->indices + (call->shape.row_capacity - 1) * call->indices_pitch;
    const bool launched = simt::launch(config, spoil, last, counter_of(*call), from).ok();
    return launched ? TAILPROOF_OK : TAILPROOF_LAUNCH_FAILED;
  }
  static const tailproof_variant_v1_t& description(const char* name) {
    static const tailproof_variant_v1_t made = [name] {
      tailproof_variant_v1_t variant = right();
      variant.name = name;
      variant.limits.least_rank = 2;
      variant.workspace_bytes = &workspace_bytes;
      variant.prepare = &prepare;
      variant.select = &select;
      return variant;
    }();
    return made;
  }
};

}  // namespace

const tailproof_variant_v1_t& planted_wrong() {
  return Planted<0>::description("planted-wrong");
}

const tailproof_variant_v1_t& planted_tired() {
  return Planted<3>::description("planted-tired");
}

}  // namespace tailproof::gpu_bench
