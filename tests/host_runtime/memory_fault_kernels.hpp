/// Kernels with one planted memory fault each, chosen by a parameter, so that the clean variant is
/// the same code.
#pragma once
#include "tailproof/simt.hpp"

namespace fault_kernels {

struct Storage {
  simt::shared_array<unsigned, 64> first;
  unsigned gap_free[64];
  SIMT_RED_ZONE(zone);
  unsigned last[64];
};

/// Every thread reads `shift` elements further than its own.
inline __global__ void read_global(const unsigned* in, unsigned* out, int shift) {
  out[threadIdx.x] = in[static_cast<int>(threadIdx.x) + shift];
}
inline __global__ void write_global(unsigned* out, int shift) {
  out[static_cast<int>(threadIdx.x) + shift] = threadIdx.x;
}
inline __global__ void read_bytes(const unsigned char* in, unsigned* out, int at) {
  if (threadIdx.x == 0) out[0] = *reinterpret_cast<const unsigned*>(in + at) & 0xffu;
}

/// A pointer to `first`, so that the index check of shared_array does not see the overrun.
inline __global__ void overrun_first(unsigned* out, unsigned elements) {
  SIMT_SHARED(Storage, sm);
  unsigned* words = sm.first;
  const unsigned t = threadIdx.x;
  words[t] = t;
  if (t == 63) words[elements - 1] = 7;
  __syncthreads();
  out[t] = sm.first[t];
}
inline __global__ void index_first(unsigned* out, unsigned index) {
  SIMT_SHARED(Storage, sm);
  sm.first[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sm.first[index] = 3;
}
inline __global__ void overrun_gap_free(unsigned* out, unsigned elements) {
  SIMT_SHARED(Storage, sm);
  const unsigned t = threadIdx.x;
  unsigned* words = sm.gap_free;
  words[t] = t;
  if (t == 63) words[elements - 1] = 7;
  out[t] = words[t];
}
inline __global__ void behind_shared(unsigned* out, unsigned bytes_behind) {
  SIMT_SHARED(Storage, sm);
  auto* bytes = reinterpret_cast<unsigned char*>(&sm) + sizeof(Storage);
  if (threadIdx.x == 0) *reinterpret_cast<unsigned*>(bytes + bytes_behind - 4) = 5;
  out[threadIdx.x] = threadIdx.x;
}

inline __global__ void read_shared(unsigned* out, int initialise) {
  SIMT_SHARED(Storage, sm);
  const unsigned t = threadIdx.x;
  if (initialise != 0 || t != 9) sm.last[t] = t;
  __syncthreads();
  out[t] = sm.last[(t + 1) % 64];
}

inline __global__ void foreign_local(unsigned* out, int keep) {
  SIMT_SHARED(Storage, sm);
  unsigned mine[4] = {threadIdx.x, 1, 2, 3};
  auto* slot = reinterpret_cast<unsigned**>(sm.last);
  if (threadIdx.x == 0) *slot = mine;
  __syncthreads();
  unsigned* theirs = keep != 0 ? mine : *slot;
  out[threadIdx.x] = theirs[threadIdx.x & 3u];
  __syncthreads();
}

inline __global__ void vector_load(const float* in, float* out, int offset) {
  const float4 v = __ldcg(reinterpret_cast<const float4*>(in + offset));
  out[threadIdx.x] = v.x + v.w;
}
inline __global__ void atomic_at(unsigned char* bytes, int offset) {
  atomicAdd(reinterpret_cast<unsigned*>(bytes + offset), 1u);
}

inline __global__ void bump(unsigned* counter, unsigned* out) {
  const unsigned old = atomicAdd(counter, 1u);
  out[threadIdx.x] = old - old;
}

inline __global__ void wild(unsigned long long address) {
  if (threadIdx.x == 3) *reinterpret_cast<volatile unsigned*>(address) = 1;
}
inline SIMT_NOINLINE unsigned deep(unsigned n) {
  volatile unsigned block[256];
  block[n & 255u] = n;
  return n == 0 ? block[0] : deep(n - 1) + block[n & 255u];
}
inline __global__ void overflow_stack(unsigned* out) {
  out[threadIdx.x] = deep(1u << 20);
}
/// The division that the processor refuses, not the one that UndefinedBehaviorSanitizer refuses
/// first.
inline __attribute__((no_sanitize("integer-divide-by-zero"))) __global__ void divide(int* out,
                                                                                     int by) {
  volatile int divisor = by;
  out[threadIdx.x] = 100 / divisor;
}

}  // namespace fault_kernels
