/// The device that kernels run on: a CUDA device, or the host runtime standing in for one.
#pragma once
#include "tailproof/planner/device.hpp"
#include "tailproof/simt/status.hpp"
#include "tailproof/variant.h"

#include <cstdint>

namespace tailproof::gpu {

/// Where this build's kernels find their buffers.
#if defined(__CUDACC__)
inline constexpr tailproof_memory_space memory_space = TAILPROOF_MEMORY_CUDA;
#else
inline constexpr tailproof_memory_space memory_space = TAILPROOF_MEMORY_HOST;
#endif

/// Properties of a device by ordinal, asked once a process. In host memory only ordinal 0 exists.
[[nodiscard]] simt::Status query_device(std::int32_t ordinal, planner::Device& device);

/// Makes a device current while alive, as launches and memory calls need.
class DeviceScope {
 public:
  explicit DeviceScope(std::int32_t ordinal);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
  [[nodiscard]] const simt::Status& status() const noexcept { return status_; }

 private:
  std::int32_t restored_ = -1;  // what to go back to; -1 = nothing was changed
  simt::Status status_;
};

}  // namespace tailproof::gpu
