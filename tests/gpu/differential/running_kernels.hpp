// The running selector as compiled for tests: traced, with small policies and the production one.
#pragma once
#include "tailproof/kernels/params.cuh"
#include "tailproof/kernels/running/trace.cuh"
#include "tailproof/reference/running.hpp"
#include "tailproof/simt.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::gpu_test {

struct RunningKernel {
  const char* name;
  reference::RunningPolicy policy;  ///< the same in the reference's terms
  std::uint32_t greatest_rank;
  bool small;
  /// One launch; with records, the traced kernel.
  simt::Status (*launch)(const kernels::Params& params, unsigned grid,
                         kernels::running::RowRecord* records);
};

[[nodiscard]] const std::vector<RunningKernel>& running_kernels();

}  // namespace tailproof::gpu_test
