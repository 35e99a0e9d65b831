/// The properties of a device that a plan depends on. Plain numbers: a plan can be made, and
/// tested, for a device that is not there.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tailproof::planner {

/// Defaults are the least that the kernels ask for.
struct Device {
  std::string name = "unnamed";
  std::int32_t sm_count = 1;
  std::int32_t max_threads_per_block = 1024;
  std::int32_t max_threads_per_sm = 2048;
  std::int32_t registers_per_sm = 65536;
  std::int64_t shared_bytes_per_block = 48 * 1024;  ///< largest a kernel may ask for (opt-in)
  std::int64_t shared_bytes_per_sm = 48 * 1024;
  std::int32_t max_cluster = 1;   ///< CTAs of the largest cluster that can be launched; 1 = none
  std::int64_t memory_bytes = 0;  ///< bounds the workspace; 0 = unknown, no bound
  friend bool operator==(const Device&, const Device&) = default;
};

/// What makes a device unusable ("48 KiB of shared memory a block are needed, ..."), or nothing.
[[nodiscard]] std::optional<std::string> device_problem(const Device& device);

/// "h200", "h100" or "a100"; nothing for another name.
[[nodiscard]] std::optional<Device> known_device(std::string_view name);

/// What the host runtime stands for: clusters, and a pool small enough for fibers.
[[nodiscard]] Device host_device();

}  // namespace tailproof::planner
