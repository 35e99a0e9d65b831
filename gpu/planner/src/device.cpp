#include "tailproof/planner/device.hpp"

namespace tailproof::planner {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t gib = 1024 * 1024 * kib;
constexpr std::int32_t most_sms = 65536;

Device device(std::string name, std::int32_t sm_count, std::int64_t shared_kib_per_block,
              std::int64_t shared_kib_per_sm, std::int32_t max_cluster, std::int64_t memory_gib) {
  Device made;
  made.name = std::move(name);
  made.sm_count = sm_count;
  made.shared_bytes_per_block = shared_kib_per_block * kib;
  made.shared_bytes_per_sm = shared_kib_per_sm * kib;
  made.max_cluster = max_cluster;
  made.memory_bytes = memory_gib * gib;
  return made;
}

}  // namespace

std::optional<std::string> device_problem(const Device& device) {
  const auto least = [&](const char* what, std::int64_t has,
                         std::int64_t needs) -> std::optional<std::string> {
    if (has >= needs) return std::nullopt;
    return std::string(what) + " must be at least " + std::to_string(needs) + ", got " +
           std::to_string(has);
  };
  if (auto problem = least("sm_count", device.sm_count, 1)) return problem;
  // Beyond, grids and workspaces of legal shapes would overflow what a launch can be told.
  if (device.sm_count > most_sms) {
    return "sm_count must be at most " + std::to_string(most_sms) + ", got " +
           std::to_string(device.sm_count);
  }
  if (auto problem = least("max_threads_per_block", device.max_threads_per_block, 512)) {
    return problem;
  }
  if (auto problem =
          least("max_threads_per_sm", device.max_threads_per_sm, device.max_threads_per_block)) {
    return problem;
  }
  if (auto problem = least("registers_per_sm", device.registers_per_sm, 32768)) return problem;
  if (auto problem = least("shared_bytes_per_block", device.shared_bytes_per_block, 48 * kib)) {
    return problem;
  }
  if (auto problem =
          least("shared_bytes_per_sm", device.shared_bytes_per_sm, device.shared_bytes_per_block)) {
    return problem;
  }
  if (auto problem = least("max_cluster", device.max_cluster, 1)) return problem;
  return least("memory_bytes", device.memory_bytes, 0);
}

std::optional<Device> known_device(std::string_view name) {
  if (name == "h200") return device("h200", 132, 227, 228, 8, 141);
  if (name == "h100") return device("h100", 132, 227, 228, 8, 80);
  if (name == "a100") return device("a100", 108, 163, 164, 1, 80);
  return std::nullopt;
}

Device host_device() {
  return device("host", 2, 227, 228, 8, 0);
}

}  // namespace tailproof::planner
