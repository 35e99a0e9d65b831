/// What streams and graphs need of the launcher and of device memory: each runs now, on this OS
/// thread.
#pragma once
#include <cstddef>

#include "tailproof/simt/host/launch.hpp"

namespace simt::detail {

/// Whether the launch could run at all: shape, cluster, shared memory. Nothing runs.
Status check_launch(const LaunchConfig& config);
/// Runs the launch to its end; the stream in `config` is ignored.
Status run_launch(const LaunchConfig& config, const KernelCall& call);
/// simt::memcpy and simt::memset without the check for a capture.
Status copy_now(void* destination, const void* source, std::size_t bytes);
Status set_now(void* destination, int value, std::size_t bytes);

}  // namespace simt::detail
