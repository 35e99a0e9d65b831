// Device memory and CUDA errors of the programs in this folder.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace tailproof::gpu_test {

/// Throws std::runtime_error for an error, naming what failed.
inline void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) {
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
  }
}

/// `count` uninitialised elements.
template <class T>
class Memory {
 public:
  explicit Memory(std::size_t count) { check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc"); }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  [[nodiscard]] T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

/// A hash of 32 bits.
__device__ inline std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

}  // namespace tailproof::gpu_test
