// The differential suites, one function each, run by Catch on the host and by a plain main() on a
// GPU.
#pragma once
#include "census.hpp"
#include "tailproof/gpu/kernel_entry.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

struct Suite {
  std::string name;
  /// The first failure, or "".
  std::string (*run)(const gpu::KernelEntry& entry, Census& census);
};

/// Suites of every kernel.
[[nodiscard]] const std::vector<Suite>& suites();

/// Kernels that the planner chooses itself, for shapes in which it decides differently: answers
/// only.
[[nodiscard]] std::string check_planned();

/// `rows` tiny rows: one launch, more rows than any grid. Scalars of the trace only.
[[nodiscard]] std::string check_many_rows(const gpu::KernelEntry& entry, std::int64_t rows,
                                          Census& census);

/// bin_floor, coarse and key32 of the kernels against the reference's, computed by a kernel: all
/// bins, and every `step`-th FP32 pattern (1: all of them).
[[nodiscard]] std::string check_keys(std::uint64_t step);

}  // namespace tailproof::gpu_test
