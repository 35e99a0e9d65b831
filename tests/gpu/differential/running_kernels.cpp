#include "running_kernels.hpp"

#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/running_records.hpp"
#include "tailproof/kernels/running/select.cuh"
#include "tailproof/kernels/running/small_policies.cuh"

namespace tailproof::gpu_test {
namespace {

namespace running = kernels::running;

// Not one of the library's: compiled here.
simt::Status launch_odd(const kernels::Params& params, unsigned grid, running::RowRecord* records) {
  using Policy = running::OddPolicy;
  simt::LaunchConfig config;
  config.grid = dim3(grid);
  config.block = dim3(running::cta_threads<Policy>);
  config.shared_bytes = sizeof(running::Storage<Policy>);
  config.name = "odd-running";
  if (records == nullptr) {
    return simt::launch(config, &running::select_running<Policy, running::Untraced>, params,
                        running::Untraced::Buffer{});
  }
  return simt::launch(config, &running::select_running<Policy, running::Traced>, params,
                      running::Traced::Buffer{records});
}

template <const gpu::KernelEntry* entry>
simt::Status launch(const kernels::Params& params, unsigned grid, running::RowRecord* records) {
  const gpu::LaunchRequest request{params, grid};
  return records == nullptr ? entry->launch(*entry, request)
                            : gpu::launch_recorded(*entry, request, records);
}

template <class Policy>
RunningKernel kernel_of(const char* name, bool small, decltype(RunningKernel::launch) launch) {
  reference::RunningPolicy policy;
  policy.pool = Policy::pool;
  policy.bin_bits = Policy::bin_bits;
  policy.list = Policy::list;
  policy.batch = Policy::batch;
  policy.max_sectors = Policy::max_sectors;
  policy.long_row = Policy::long_row;
  policy.long_sectors = Policy::long_sectors;
  policy.sector_share = Policy::sector_share;
  policy.margin_square = Policy::margin_square;
  policy.tile = 4 * running::finish_threads<Policy>;
  policy.tie_block = 8 * running::finish_threads<Policy>;
  return {name, policy, Policy::greatest_rank, small, launch};
}

}  // namespace

const std::vector<RunningKernel>& running_kernels() {
  static const std::vector<RunningKernel> kernels = {
      kernel_of<running::SmallPolicy>("small-running", true, &launch<&gpu::small_running>),
      kernel_of<running::OddPolicy>("odd-running", true, &launch_odd),
      kernel_of<running::DefaultPolicy>("running", false, &launch<&gpu::running>),
  };
  return kernels;
}

}  // namespace tailproof::gpu_test
