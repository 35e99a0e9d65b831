#include "tailproof/gpu/current_device.hpp"
#include "tailproof/simt.hpp"

#include <string>

namespace tailproof::gpu {

#if defined(__CUDACC__)
DeviceScope::DeviceScope(std::int32_t ordinal) {
  int current = 0;
  cudaError_t error = cudaGetDevice(&current);
  if (error == cudaSuccess && current != ordinal) {
    error = cudaSetDevice(ordinal);
    if (error == cudaSuccess) restored_ = current;
  }
  status_ = simt::detail::status_of(error, "cudaSetDevice");
}
DeviceScope::~DeviceScope() {
  if (restored_ >= 0) static_cast<void>(cudaSetDevice(restored_));
}
#else
DeviceScope::DeviceScope(std::int32_t ordinal) {
  if (ordinal == 0) return;
  status_ = simt::Status(simt::Code::invalid_configuration,
                         "in host memory the device ordinal is 0, not " + std::to_string(ordinal));
}
DeviceScope::~DeviceScope() = default;
#endif

}  // namespace tailproof::gpu
