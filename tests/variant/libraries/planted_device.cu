// The CUDA example with a fault chosen by the environment variable TAILPROOF_PLANTED; needs a GPU,
// so tests/variant/device-guards runs it by hand, never CI.
#define tailproof_variant_v1 exact_variant_v1
#include "../../../docs/examples/variants/bisection.cu"
#undef tailproof_variant_v1

#include <cstdlib>
#include <cstring>

namespace {

enum Fault {
  none,
  writes_scores,
  writes_lengths,
  writes_past_scores,
  writes_past_indices,
  writes_before_indices,
  writes_pitch_columns,
  ignores_live_rows,
  writes_past_workspace,
  illegal_access,
  hangs,
  traps,
  leaks,
  ignores_stream,
  first_call_only,
  fault_count
};
const char* const names[] = {"none",
                             "writes-scores",
                             "writes-lengths",
                             "writes-past-scores",
                             "writes-past-indices",
                             "writes-before-indices",
                             "writes-pitch-columns",
                             "ignores-live-rows",
                             "writes-past-workspace",
                             "illegal-access",
                             "hangs",
                             "traps",
                             "leaks",
                             "ignores-stream",
                             "first-call-only"};

Fault chosen() {
  const char* const name = std::getenv("TAILPROOF_PLANTED");
  for (int i = 0; i < fault_count; ++i) {
    if (name != nullptr && std::strcmp(names[i], name) == 0) return static_cast<Fault>(i);
  }
  return none;
}

__device__ volatile int for_ever = 1;

__global__ void spoil(tailproof_call call, Fault fault) {
  const long long elements = call.shape.row_capacity * call.shape.pitch;
  const int rank = call.shape.rank;
  switch (fault) {
    case writes_scores:
      const_cast<float*>(call.scores)[0] = 1e30f;
      break;
    case writes_lengths:
      const_cast<int*>(call.lengths)[0] = 0x70000000;
      break;
    case writes_past_scores:
      const_cast<float*>(call.scores)[elements] = 0;
      break;
    case writes_past_indices:
      call.indices[(call.shape.row_capacity - 1) * call.indices_pitch + rank] = 7;
      break;
    case writes_before_indices:
      call.indices[-1] = 7;
      break;
    case writes_pitch_columns:
      if (call.indices_pitch > rank) call.indices[rank] = -1;
      break;
    case writes_past_workspace:
      static_cast<char*>(call.workspace)[call.workspace_size] = 1;
      break;
    case illegal_access:
      *reinterpret_cast<volatile int*>(8) = 1;
      break;
    case hangs:
      while (for_ever) continue;
      break;
    case traps:
      __trap();
      break;
    default:
      break;
  }
}

int faulty_select(const tailproof_call* call) {
  tailproof_call changed = *call;
  const Fault fault = chosen();
  if (fault == ignores_stream) changed.stream = nullptr;
  static int calls = 0;
  // What happens outside a graph does not happen in its replays.
  if (fault == first_call_only && calls++ % 2 == 1) return TAILPROOF_OK;
  const int status = select(&changed);
  if (fault == leaks) {
    void* kept = nullptr;
    cudaMalloc(&kept, 4 << 20);
  }
  spoil<<<1, 1, 0, static_cast<cudaStream_t>(changed.stream)>>>(changed, fault);
  return status;
}

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static tailproof_variant_v1_t description = *exact_variant_v1();
  description.name = names[chosen()];
  description.select = faulty_select;
  description.workspace_bytes = [](const tailproof_shape*, size_t* bytes) {
    *bytes = 1000;
    return static_cast<int>(TAILPROOF_OK);
  };
  if (chosen() == ignores_live_rows) description.flags |= TAILPROOF_READS_LIVE_ROWS;
  return &description;
}
