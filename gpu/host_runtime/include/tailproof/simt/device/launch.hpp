/// Launching kernels on the device.
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "tailproof/simt/device/status_of.hpp"
#include "tailproof/simt/device/stream_api.hpp"

namespace simt {

/// Shape of a launch; the same fields as on the host.
struct LaunchConfig {
  dim3 grid{}, block{};
  std::size_t shared_bytes = 0;  ///< Dynamic shared memory per CTA: sizeof the storage struct.
  unsigned cluster = 1;          ///< CTAs per cluster along x; divides grid.x.
  stream_t stream = nullptr;     ///< nullptr: the default stream.
  bool programmatic = false;     ///< May start before its predecessor ends.
  const char* name = nullptr;    ///< Used by the host runtime's reports only.
};

/// Launches `kernel` on config.stream, asynchronously; errors of the launch itself become the
/// status.
template <class... Parameters, class... Arguments>
Status launch(const LaunchConfig& config, void (*kernel)(Parameters...), Arguments&&... arguments) {
  const auto* function = reinterpret_cast<const void*>(kernel);
  if (config.shared_bytes > 48 * 1024) {
    const cudaError_t error =
        cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(config.shared_bytes));
    if (error != cudaSuccess) return detail::status_of(error, "cudaFuncSetAttribute");
  }
  cudaLaunchConfig_t native{};
  native.gridDim = config.grid;
  native.blockDim = config.block;
  native.dynamicSmemBytes = config.shared_bytes;
  native.stream = config.stream;
  cudaLaunchAttribute attributes[2];
  unsigned used = 0;
  if (config.cluster > 1) {
    attributes[used].id = cudaLaunchAttributeClusterDimension;
    attributes[used].val.clusterDim.x = config.cluster;
    attributes[used].val.clusterDim.y = 1;
    attributes[used].val.clusterDim.z = 1;
    ++used;
  }
  if (config.programmatic) {
    attributes[used].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[used].val.programmaticStreamSerializationAllowed = 1;
    ++used;
  }
  native.attrs = attributes;
  native.numAttrs = used;
  return detail::status_of(
      cudaLaunchKernelEx(&native, kernel,
                         static_cast<Parameters>(std::forward<Arguments>(arguments))...),
      "cudaLaunchKernelEx");
}

}  // namespace simt
#endif
