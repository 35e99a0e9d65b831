/// Makes a KernelEntry of a mapping and a policy; whatever uses it compiles the kernel, with and
/// without trace.
#pragma once
#include "tailproof/gpu/kernel_entry.hpp"
#include "tailproof/kernels/cluster.cuh"
#include "tailproof/kernels/persistent.cuh"
#include "tailproof/kernels/split.cuh"

#include <type_traits>

namespace tailproof::gpu {

/// The policy in numbers. name must outlive the entry.
template <class Policy>
constexpr planner::KernelInfo info_of(std::string_view name, planner::Mapping mapping) {
  constexpr std::uint32_t registers_per_sm = 65536;
  constexpr std::uint32_t granularity = 8;
  constexpr std::uint32_t share = registers_per_sm / (Policy::threads * Policy::resident_ctas);
  planner::KernelInfo info;
  info.name = name;
  info.mapping = mapping;
  info.sampled = Policy::sampled;
  info.in_registers = Policy::in_registers;
  info.stride = Policy::stride;
  info.retention = {Policy::retention.numerator, Policy::retention.denominator};
  info.has_rescue = Policy::has_rescue;
  info.rescue = {Policy::rescue.numerator, Policy::rescue.denominator};
  info.ctas_per_row = Policy::ctas_per_row;
  info.threads = Policy::threads;
  info.capacity = Policy::capacity;
  info.digit_widths = {Policy::digit_width0, Policy::digit_width1, Policy::digit_width2};
  info.early_exit = Policy::early_exit;
  info.values_per_thread = Policy::values_per_thread;
  info.registers = share / granularity * granularity;
  info.shared_bytes =
      planner::shared_storage_bytes(kernels::histogram_bins<Policy>(), Policy::capacity);
#if defined(__CUDACC__)
  static_assert(sizeof(kernels::Storage<Policy>) ==
                planner::shared_storage_bytes(kernels::histogram_bins<Policy>(), Policy::capacity));
#endif
  return info;
}

template <class Policy, planner::Mapping mapping, class Trace>
auto kernel_function() {
  if constexpr (mapping == planner::Mapping::split_sampled) {
    return &kernels::select_split<Policy, Trace>;
  } else if constexpr (mapping == planner::Mapping::cluster) {
    return &kernels::select_cluster<Policy, Trace>;
  } else {
    return &kernels::select_persistent<Policy, Trace>;
  }
}

template <class Policy, planner::Mapping mapping>
simt::LaunchConfig launch_config(const KernelEntry& entry, const LaunchRequest& request) {
  simt::LaunchConfig config;
  config.grid = dim3(static_cast<unsigned>(request.grid));
  config.block = dim3(Policy::threads);
  config.shared_bytes = sizeof(kernels::Storage<Policy>);
  config.cluster = mapping == planner::Mapping::cluster ? Policy::ctas_per_row : 1;
  config.stream = request.stream;
  config.name = entry.info.name.data();
  return config;
}

template <class Policy, planner::Mapping mapping>
simt::Status launch_kernel(const KernelEntry& entry, const LaunchRequest& request) {
  const simt::LaunchConfig config = launch_config<Policy, mapping>(entry, request);
  if (request.trace == nullptr) {
    return simt::launch(config, kernel_function<Policy, mapping, kernels::Untraced>(),
                        request.params, kernels::Untraced::Buffer{});
  }
  const kernels::RowTrace::Buffer buffer{request.trace->rows, request.trace->histograms,
                                         request.trace->histogram_bins};
  return simt::launch(config, kernel_function<Policy, mapping, kernels::RowTrace>(), request.params,
                      buffer);
}

#if defined(__CUDACC__)
/// Asks the driver, because a device or a slice of it may have clusters, but none so large.
template <class Policy, planner::Mapping mapping>
bool cluster_fits() {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(Policy::ctas_per_row);
  config.blockDim = dim3(Policy::threads);
  config.dynamicSmemBytes = sizeof(kernels::Storage<Policy>);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = Policy::ctas_per_row;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0;
  const cudaError_t error = cudaOccupancyMaxActiveClusters(
      &clusters, kernel_function<Policy, mapping, kernels::Untraced>(), &config);
  static_cast<void>(cudaGetLastError());
  return error == cudaSuccess && clusters > 0;
}
#else
template <class Policy, planner::Mapping mapping>
bool cluster_fits() {
  return true;
}
#endif

template <class Policy, planner::Mapping mapping>
constexpr KernelEntry entry_of(std::string_view name) {
  constexpr bool clustered = mapping == planner::Mapping::cluster;
  return {info_of<Policy>(name, mapping), &launch_kernel<Policy, mapping>,
          clustered ? &cluster_fits<Policy, mapping> : nullptr};
}

}  // namespace tailproof::gpu
