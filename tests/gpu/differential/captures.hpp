// Real indexer scores: complete captures, or the slices in tests/data.
#pragma once
#include "census.hpp"
#include "tailproof/gpu/kernel_entry.hpp"

#include <string>
#include <vector>

namespace tailproof::gpu_test {

/// Captures found in a folder: paths without ".npy" that have a ".lengths.npy" too, sorted.
[[nodiscard]] std::vector<std::string> find_captures(const std::string& folder);

/// Selects all rows of a capture and compares traces; K is 2048. Throws std::runtime_error if a
/// file cannot be read.
[[nodiscard]] std::string check_capture(const gpu::KernelEntry& entry, const std::string& path,
                                        Census& census);

}  // namespace tailproof::gpu_test
