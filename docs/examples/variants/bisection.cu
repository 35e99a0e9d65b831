// The smallest variant for CUDA: one CTA a row finds the K-th largest key bit by bit, 33 reads.
#include "tailproof/variant.h"

#include <cuda_runtime.h>

namespace {

constexpr int threads = 512;

// Larger scores have larger keys; -0 equals +0.
__device__ unsigned key_of(float score) {
  const unsigned bits = __float_as_uint(score == 0.0f ? 0.0f : score);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

__global__ void select_rows(tailproof_call call) {
  __shared__ int count, better, tied;
  const long long row = blockIdx.x;
  const float* const scores = call.scores + row * call.shape.pitch;
  int* const slots = call.indices + row * call.indices_pitch;
  const int rank = call.shape.rank;
  const int length = max(0, min(call.lengths[row], static_cast<int>(call.shape.width)));
  if (length <= rank) {
    for (int k = threadIdx.x; k < rank; k += threads) slots[k] = k < length ? k : -1;
    return;
  }
  unsigned kth = 0;  // the greatest key that K scores reach
  for (int bit = 31; bit >= 0; --bit) {
    const unsigned candidate = kth | 1u << bit;
    int mine = 0;
    for (int i = threadIdx.x; i < length; i += threads) mine += key_of(scores[i]) >= candidate;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, mine);
    __syncthreads();
    if (count >= rank) kth = candidate;
    __syncthreads();
  }
  if (threadIdx.x == 0) better = tied = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < length; i += threads) {
    if (key_of(scores[i]) > kth) slots[atomicAdd(&better, 1)] = i;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < length; i += threads) {
    if (key_of(scores[i]) != kth) continue;
    const int slot = better + atomicAdd(&tied, 1);
    if (slot < rank) slots[slot] = i;
  }
}

int workspace_bytes(const tailproof_shape*, size_t* bytes) {
  *bytes = 0;
  return TAILPROOF_OK;
}
int prepare(const tailproof_call*) {
  return TAILPROOF_OK;
}

int select(const tailproof_call* call) {
  if (call->shape.row_capacity == 0) return TAILPROOF_OK;
  const auto rows = static_cast<unsigned>(call->shape.row_capacity);
  select_rows<<<rows, threads, 0, static_cast<cudaStream_t>(call->stream)>>>(*call);
  return cudaGetLastError() == cudaSuccess ? TAILPROOF_OK : TAILPROOF_LAUNCH_FAILED;
}

const char* error_string(int) {
  return cudaGetErrorString(cudaPeekAtLastError());
}

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static const tailproof_variant_v1_t description = {TAILPROOF_VARIANT_ABI_VERSION,
                                                     "bisection",
                                                     TAILPROOF_MEMORY_CUDA,
                                                     TAILPROOF_CAPTURE_SAFE,
                                                     TAILPROOF_TIES_UNSPECIFIED,
                                                     TAILPROOF_NAN_MEMORY_SAFE,
                                                     {1, 1 << 20, 1 << 30, 1 << 20, 1, 1},
                                                     nullptr,
                                                     0,
                                                     workspace_bytes,
                                                     prepare,
                                                     select,
                                                     error_string,
                                                     nullptr,
                                                     nullptr,
                                                     0};
  return &description;
}
