/// The kernel dialect's one include. Under nvcc a `.cuh` written in it is CUDA C++; under g++ 12+
/// or clang++ 14+ the same file is ordinary C++20 that runs on this repository's host runtime
/// (docs/host-runtime.md).
#pragma once
#include "tailproof/simt/status.hpp"
#if defined(__CUDACC__)
#include "tailproof/simt/device/device.hpp"
#else
#include "tailproof/simt/host/host.hpp"
#endif
#include "tailproof/simt/buffer.hpp"
#include "tailproof/simt/half.hpp"
#include "tailproof/simt/shared_array.hpp"
#include "tailproof/simt/stream.hpp"
