#include "tailproof/gpu/current_device.hpp"

#include "tailproof/gpu/entries.hpp"

#include <map>
#include <mutex>

namespace tailproof::gpu {
namespace {

#if defined(__CUDACC__)
simt::Status ask_driver(std::int32_t ordinal, planner::Device& device) {
  const DeviceScope scope(ordinal);
  if (!scope.status().ok()) return scope.status();
  cudaDeviceProp properties{};
  const cudaError_t error = cudaGetDeviceProperties(&properties, ordinal);
  if (error != cudaSuccess) return simt::detail::status_of(error, "cudaGetDeviceProperties");
  int has_clusters = 0;
  static_cast<void>(cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, ordinal));
  device.name = properties.name;
  device.sm_count = properties.multiProcessorCount;
  device.max_threads_per_block = properties.maxThreadsPerBlock;
  device.max_threads_per_sm = properties.maxThreadsPerMultiProcessor;
  device.registers_per_sm = properties.regsPerMultiprocessor;
  device.shared_bytes_per_block = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin);
  device.shared_bytes_per_sm = static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor);
  device.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  const bool fits = has_clusters != 0 && cluster8.cluster_fits();
  device.max_cluster = fits ? static_cast<std::int32_t>(cluster8.info.ctas_per_row) : 1;
  return {};
}
#else
simt::Status ask_driver(std::int32_t ordinal, planner::Device& device) {
  const DeviceScope scope(ordinal);
  device = planner::host_device();
  return scope.status();
}
#endif

}  // namespace

simt::Status query_device(std::int32_t ordinal, planner::Device& device) {
  static std::mutex mutex;
  static std::map<std::int32_t, planner::Device> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(ordinal); found != known.end()) {
    device = found->second;
    return {};
  }
  simt::Status status = ask_driver(ordinal, device);
  if (status.ok()) known.emplace(ordinal, device);
  return status;
}

}  // namespace tailproof::gpu
