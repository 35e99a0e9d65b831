// CUB as a variant: every valid prefix sorted whole by DeviceSegmentedRadixSort, the first K kept.
// Exact for every row, at the price of a sort; CUB takes both zeros for equal, as the contract
// does.
#include "tailproof/variant.h"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_segmented_radix_sort.cuh>

#include <cuda_runtime.h>

namespace {

constexpr int threads = 256;
constexpr size_t alignment = 256;

size_t aligned(size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Where row r's valid prefix begins, or, with lengths, ends.
struct Offset {
  long long pitch;
  const int32_t* lengths;
  __host__ __device__ long long operator()(long long row) const {
    return row * pitch + (lengths == nullptr ? 0 : lengths[row]);
  }
};

auto offsets(const tailproof_call& call, const int32_t* lengths) {
  return thrust::make_transform_iterator(thrust::counting_iterator<long long>(0),
                                         Offset{call.shape.pitch, lengths});
}

long long elements(const tailproof_shape& shape) {
  return shape.row_capacity * shape.pitch;
}

// Workspace: sorted scores, positions, sorted positions, CUB's own.
struct Parts {
  float* keys;
  int32_t* positions;
  int32_t* sorted;
  void* own;
};

Parts parts_of(const tailproof_call& call) {
  const size_t one = aligned(static_cast<size_t>(elements(call.shape)) * 4);
  char* const base = static_cast<char*>(call.workspace);
  return {reinterpret_cast<float*>(base), reinterpret_cast<int32_t*>(base + one),
          reinterpret_cast<int32_t*>(base + 2 * one), base == nullptr ? nullptr : base + 3 * one};
}

cudaError_t sort(const tailproof_call& call, size_t& own_bytes) {
  const Parts parts = parts_of(call);
  return cub::DeviceSegmentedRadixSort::SortPairsDescending(
      parts.own, own_bytes, call.scores, parts.keys, parts.positions, parts.sorted,
      elements(call.shape), call.shape.row_capacity, offsets(call, nullptr),
      offsets(call, call.lengths), 0, 32, static_cast<cudaStream_t>(call.stream));
}

__global__ void number_positions(int32_t* positions, long long pitch) {
  for (long long i = threadIdx.x; i < pitch; i += threads) {
    positions[blockIdx.x * pitch + i] = static_cast<int32_t>(i);
  }
}

__global__ void keep_best(tailproof_call call, const int32_t* sorted) {
  const long long row = blockIdx.x;
  for (int slot = threadIdx.x; slot < call.shape.rank; slot += threads) {
    call.indices[row * call.indices_pitch + slot] =
        slot < call.lengths[row] ? sorted[row * call.shape.pitch + slot] : -1;
  }
}

int workspace_bytes(const tailproof_shape* shape, size_t* bytes) {
  tailproof_call call{};
  call.shape = *shape;
  size_t own_bytes = 0;
  if (sort(call, own_bytes) != cudaSuccess) return TAILPROOF_OUT_OF_RESOURCES;
  *bytes = 3 * aligned(static_cast<size_t>(elements(*shape)) * 4) + aligned(own_bytes);
  return TAILPROOF_OK;
}

int prepare(const tailproof_call* call) {
  number_positions<<<static_cast<unsigned>(call->shape.row_capacity), threads, 0,
                     static_cast<cudaStream_t>(call->stream)>>>(parts_of(*call).positions,
                                                                call->shape.pitch);
  return cudaGetLastError() == cudaSuccess ? TAILPROOF_OK : TAILPROOF_LAUNCH_FAILED;
}

int select(const tailproof_call* call) {
  if (call->shape.row_capacity == 0) return TAILPROOF_OK;
  size_t own_bytes =
      call->workspace_size - 3 * aligned(static_cast<size_t>(elements(call->shape)) * 4);
  if (sort(*call, own_bytes) != cudaSuccess) return TAILPROOF_LAUNCH_FAILED;
  keep_best<<<static_cast<unsigned>(call->shape.row_capacity), threads, 0,
              static_cast<cudaStream_t>(call->stream)>>>(*call, parts_of(*call).sorted);
  return cudaGetLastError() == cudaSuccess ? TAILPROOF_OK : TAILPROOF_LAUNCH_FAILED;
}

const char* error_string(int status) {
  return status == TAILPROOF_OK ? "ok" : cudaGetErrorString(cudaPeekAtLastError());
}

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static const tailproof_variant_v1_t description = [] {
    tailproof_variant_v1_t made{};
    made.abi_version = TAILPROOF_VARIANT_ABI_VERSION;
    made.name = "cub-sort";
    made.memory_space = TAILPROOF_MEMORY_CUDA;
    made.flags = TAILPROOF_CAPTURE_SAFE;
    made.tie_rule = TAILPROOF_TIES_SMALLEST_INDEX;
    made.limits = {1, 1 << 20, 1 << 30, 65535, 1, 1};
    made.workspace_bytes = &workspace_bytes;
    made.prepare = &prepare;
    made.select = &select;
    made.error_string = &error_string;
    return made;
  }();
  return &description;
}
