// Reads little-endian C-ordered .npy arrays of 4-byte elements: what the captures are.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

template <class T>
struct NpyArray {
  std::vector<std::int64_t> shape;
  std::vector<T> values;
};

/// Throws std::runtime_error naming the file. T is float ("<f4") or std::int32_t ("<i4").
template <class T>
[[nodiscard]] NpyArray<T> read_npy(const std::string& path);

}  // namespace tailproof::gpu_test
