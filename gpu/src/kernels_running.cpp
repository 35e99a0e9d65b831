// The running selector: docs/running.md.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/running_records.hpp"
#include "tailproof/kernels/running/select.cuh"
#include "tailproof/kernels/running/small_policies.cuh"

namespace tailproof::gpu {
namespace {

using namespace kernels::running;

template <class Policy>
simt::LaunchConfig config_of(const KernelEntry& entry, const LaunchRequest& request) {
  simt::LaunchConfig config;
  config.grid = dim3(static_cast<unsigned>(request.grid));
  config.block = dim3(cta_threads<Policy>);
  config.shared_bytes = sizeof(Storage<Policy>);
  config.stream = request.stream;
  config.name = entry.info.name.data();
  return config;
}

template <class Policy>
simt::Status launch(const KernelEntry& entry, const LaunchRequest& request) {
  return simt::launch(config_of<Policy>(entry, request), &select_running<Policy, Untraced>,
                      request.params, Untraced::Buffer{});
}

template <class Policy>
simt::Status launch_traced(const KernelEntry& entry, const LaunchRequest& request,
                           RowRecord* records) {
  return simt::launch(config_of<Policy>(entry, request), &select_running<Policy, Traced>,
                      request.params, Traced::Buffer{records});
}

template <class Policy>
constexpr planner::KernelInfo info_of(std::string_view name) {
  planner::KernelInfo info;
  info.name = name;
  info.mapping = planner::Mapping::running;
  info.sampled = true;
  info.threads = cta_threads<Policy>;
  info.capacity = Policy::pool;
  info.greatest_rank = Policy::greatest_rank;
  info.registers = 80;
  info.shared_bytes = 232448;  // an upper bound for the small one
#if defined(__CUDACC__)
  static_assert(sizeof(Storage<Policy>) <= 232448);
#endif
  return info;
}

}  // namespace

constinit const KernelEntry running = {info_of<DefaultPolicy>("running"), &launch<DefaultPolicy>,
                                       nullptr};
constinit const KernelEntry small_running = {info_of<SmallPolicy>("small-running"),
                                             &launch<SmallPolicy>, nullptr};

simt::Status launch_recorded(const KernelEntry& entry, const LaunchRequest& request,
                             RowRecord* records) {
  const bool small = &entry == &small_running;
  return (small ? &launch_traced<SmallPolicy> : &launch_traced<DefaultPolicy>)(entry, request,
                                                                               records);
}

}  // namespace tailproof::gpu
