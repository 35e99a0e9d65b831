/// Device memory.
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <cstddef>

#include "tailproof/simt/device/status_of.hpp"

namespace simt {

/// Device memory; statuses instead of error codes. An allocation of 0 bytes is legal.
inline Status device_alloc(void** address, std::size_t bytes) {
  return detail::status_of(cudaMalloc(address, bytes == 0 ? 1 : bytes), "cudaMalloc");
}
inline Status device_free(void* address) {
  return detail::status_of(cudaFree(address), "cudaFree");
}
inline Status memcpy(void* destination, const void* source, std::size_t bytes) {
  return detail::status_of(cudaMemcpy(destination, source, bytes, cudaMemcpyDefault), "cudaMemcpy");
}
inline Status memset(void* destination, int value, std::size_t bytes) {
  return detail::status_of(cudaMemset(destination, value, bytes), "cudaMemset");
}

/// Knowledge that only the host runtime checks; nothing happens here.
inline Status set_read_only(const void*, bool) {
  return {};
}
inline Status forbid(const void*, std::size_t, bool) {
  return {};
}
inline Status mark_initialised(const void*, std::size_t) {
  return {};
}

}  // namespace simt
#endif
