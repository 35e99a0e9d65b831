// The CUDA example with a fault chosen by the environment variable TAILPROOF_PLANTED; needs a GPU,
// so tests/variant/device-guards is skipped where there is none.
#define tailproof_variant_v1 exact_variant_v1
#include "../../../docs/examples/variants/bisection.cu"
#undef tailproof_variant_v1

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

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
  shared_scratch,
  caches_lengths,
  prepared_shape,
  synchronises,
  allocates_in_order,
  guesses_time,
  int_offsets,
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
                             "first-call-only",
                             "shared-scratch",
                             "caches-lengths",
                             "prepared-shape",
                             "synchronises",
                             "allocates-in-order",
                             "guesses-time",
                             "int-offsets"};

Fault chosen() {
  const char* const name = std::getenv("TAILPROOF_PLANTED");
  for (int i = 0; i < fault_count; ++i) {
    if (name != nullptr && std::strcmp(names[i], name) == 0) return static_cast<Fault>(i);
  }
  return none;
}

constexpr int most_rows = 1 << 12;  // of a call that these faults are planted in

__device__ int scratch_lengths[most_rows];
__device__ int prepared_rank;
int* scratch = nullptr;  // its address

__device__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

__global__ void copy_lengths(int* to, const int* from, int rows) {
  for (int i = threadIdx.x; i < rows; i += blockDim.x) to[i] = from[i];
}

// The first word of the workspace tells whether the rest of it holds the lengths already.
__global__ void cache_lengths(int* cache, const int* from, int rows) {
  if (cache[0] != 0) return;
  __syncthreads();
  for (int i = threadIdx.x; i < rows; i += blockDim.x) cache[i + 1] = from[i];
  if (threadIdx.x == 0) cache[0] = 1;
}

__global__ void spin(unsigned long long nanoseconds) {
  const unsigned long long begin = now();
  while (now() - begin < nanoseconds) continue;
}

constexpr size_t most_snapshot = size_t{1} << 22;  // bytes
constexpr long long quick_width = 1024;  // selected from well within the time that is guessed

// What a fault that guesses when a selection is done keeps.
struct Snapshot {
  int* memory = nullptr;  // pinned
  cudaStream_t stream = nullptr;
  cudaEvent_t begun = nullptr, taken = nullptr;
};
Snapshot snapshot;

bool is_quick(const tailproof_call& call) {
  const auto slots = static_cast<size_t>(call.shape.row_capacity * call.indices_pitch);
  return call.shape.width <= quick_width && slots * sizeof(int) <= most_snapshot;
}
size_t slot_bytes(const tailproof_call& call) {
  return static_cast<size_t>((call.shape.row_capacity - 1) * call.indices_pitch + call.shape.rank) *
         sizeof(int);
}

// The answer as it is 200 us after the call's turn, whether or not it is there.
void take_snapshot(const tailproof_call& call) {
  cudaEventRecord(snapshot.begun, static_cast<cudaStream_t>(call.stream));
  cudaStreamWaitEvent(snapshot.stream, snapshot.begun, 0);
  cudaLaunchHostFunc(
      snapshot.stream, [](void*) { std::this_thread::sleep_for(std::chrono::microseconds(200)); },
      nullptr);
  cudaMemcpyAsync(snapshot.memory, call.indices, slot_bytes(call), cudaMemcpyDeviceToHost,
                  snapshot.stream);
  cudaEventRecord(snapshot.taken, snapshot.stream);
}
void put_snapshot(const tailproof_call& call) {
  const auto stream = static_cast<cudaStream_t>(call.stream);
  cudaStreamWaitEvent(stream, snapshot.taken, 0);
  cudaMemcpyAsync(call.indices, snapshot.memory, slot_bytes(call), cudaMemcpyHostToDevice, stream);
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
    case prepared_shape:
      if (prepared_rank != rank && call.lengths[0] > 0) call.indices[0] = -1;
      break;
    default:
      break;
  }
}

// Each row by a launch of its own, at an offset of 32 bits.
int select_by_row(const tailproof_call& call) {
  for (long long row = 0; row < call.shape.row_capacity; ++row) {
    tailproof_call one = call;
    const auto offset = static_cast<unsigned>(row) * static_cast<unsigned>(call.shape.pitch);
    one.scores += static_cast<int>(offset);
    one.lengths += row;
    one.indices += row * call.indices_pitch;
    one.shape.row_capacity = 1;
    if (const int status = select(&one); status != TAILPROOF_OK) return status;
  }
  return TAILPROOF_OK;
}

int faulty_prepare(const tailproof_call* call) {
  const auto stream = static_cast<cudaStream_t>(call->stream);
  if (scratch == nullptr) {
    cudaGetSymbolAddress(reinterpret_cast<void**>(&scratch), scratch_lengths);
    cudaMallocHost(reinterpret_cast<void**>(&snapshot.memory), most_snapshot);
    cudaStreamCreateWithFlags(&snapshot.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&snapshot.begun, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&snapshot.taken, cudaEventDisableTiming);
  }
  cudaMemsetAsync(call->workspace, 0, call->workspace_size, stream);
  cudaMemcpyToSymbolAsync(prepared_rank, &call->shape.rank, sizeof(int), 0, cudaMemcpyHostToDevice,
                          stream);
  return cudaStreamSynchronize(stream) == cudaSuccess ? TAILPROOF_OK : TAILPROOF_LAUNCH_FAILED;
}

// What some faults enqueue before the selection; may have it look elsewhere.
void lead_astray(tailproof_call& call, Fault fault) {
  const auto stream = static_cast<cudaStream_t>(call.stream);
  const int rows = static_cast<int>(call.shape.row_capacity);
  auto* const cache = static_cast<int*>(call.workspace);
  void* memory = nullptr;
  switch (fault) {
    case shared_scratch:
      copy_lengths<<<1, 256, 0, stream>>>(scratch, call.lengths, rows);
      spin<<<1, 1, 0, stream>>>(50000);
      call.lengths = scratch;
      break;
    case caches_lengths:
      cache_lengths<<<1, 256, 0, stream>>>(cache, call.lengths, rows);
      call.lengths = cache + 1;
      break;
    case synchronises:
      cudaStreamSynchronize(stream);
      break;
    case guesses_time:
      if (is_quick(call)) take_snapshot(call);
      break;
    case allocates_in_order:
      cudaMallocAsync(&memory, 4096, stream);
      cudaFreeAsync(memory, stream);
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
  const bool fits = call->shape.row_capacity > 0 && call->shape.row_capacity <= most_rows;
  if (fits) lead_astray(changed, fault);
  const int status = fault == int_offsets ? select_by_row(changed) : select(&changed);
  const auto stream = static_cast<cudaStream_t>(changed.stream);
  if (fault == guesses_time && fits && is_quick(changed)) put_snapshot(changed);
  if (fault == leaks) {
    void* kept = nullptr;
    cudaMalloc(&kept, 4 << 20);
  }
  if (fits) spoil<<<1, 1, 0, stream>>>(changed, fault);
  return status;
}

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static tailproof_variant_v1_t description = *exact_variant_v1();
  description.name = names[chosen()];
  description.select = faulty_select;
  description.prepare = faulty_prepare;
  description.workspace_bytes = [](const tailproof_shape* shape, size_t* bytes) {
    *bytes = 1000 + 4 * static_cast<size_t>(shape->row_capacity);
    return static_cast<int>(TAILPROOF_OK);
  };
  if (chosen() == ignores_live_rows) description.flags |= TAILPROOF_READS_LIVE_ROWS;
  return &description;
}
