/// Maps CUDA's error codes to Status.
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <string>

#include "tailproof/simt/status.hpp"

namespace simt::detail {

inline Code code_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return Code::ok;
    case cudaErrorNotReady:
      return Code::not_ready;
    case cudaErrorMemoryAllocation:
      return Code::out_of_memory;
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidValue:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorInvalidClusterSize:
      return Code::invalid_configuration;
    case cudaErrorNotSupported:
    case cudaErrorNoKernelImageForDevice:
      return Code::unsupported;
    case cudaErrorStreamCaptureUnsupported:
    case cudaErrorStreamCaptureInvalidated:
    case cudaErrorStreamCaptureImplicit:
    case cudaErrorStreamCaptureUnjoined:
      return Code::forbidden_in_capture;
    default:
      return Code::failed;
  }
}

/// `call` names what failed, for the text.
inline Status status_of(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return {};
  static_cast<void>(cudaGetLastError());  // a returned error must not be met again by the next call
  return Status(code_of(error), std::string(call) + ": " + cudaGetErrorString(error));
}

}  // namespace simt::detail
#endif
