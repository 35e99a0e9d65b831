/// What the host runtime's own tests share: launching with a shape, and asserting on what was
/// found.
#pragma once
#include <string>
#include <utility>

#include "tailproof/simt.hpp"
#include "tailproof_catch.hpp"

namespace runtime_test {

inline simt::LaunchConfig shape(unsigned ctas, unsigned threads, std::size_t shared_bytes = 0,
                                unsigned cluster = 1) {
  simt::LaunchConfig config;
  config.grid = dim3(ctas);
  config.block = dim3(threads);
  config.shared_bytes = shared_bytes;
  config.cluster = cluster;
  return config;
}

/// Restores this thread's options and drops its report when the test ends.
struct FreshOptions {
  FreshOptions() { reset(); }
  ~FreshOptions() { reset(); }
  FreshOptions(const FreshOptions&) = delete;
  FreshOptions& operator=(const FreshOptions&) = delete;
  static void reset() {
    simt::options() = {};
    simt::clear_report();
  }
};

/// Launches and returns the report's defect name, "" when the kernel is clean.
template <class... Parameters, class... Arguments>
std::string defect_of(const simt::LaunchConfig& config, void (*kernel)(Parameters...),
                      Arguments&&... arguments) {
  simt::clear_report();
  const simt::Status status = simt::launch(config, kernel, std::forward<Arguments>(arguments)...);
  if (status.ok()) return {};
  if (!simt::last_report().has_value()) return status.text();
  UNSCOPED_INFO(simt::last_report()->text());
  return simt::name(simt::last_report()->defect);
}

/// The defect under each of `count` schedules, joined: "race" when all agree on it.
template <class... Parameters, class... Arguments>
std::string defect_in_every_schedule(unsigned count, const simt::LaunchConfig& config,
                                     void (*kernel)(Parameters...), Arguments... arguments) {
  std::string all;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    const std::string defect = defect_of(config, kernel, arguments...);
    if (all.find(defect) == std::string::npos || all.empty())
      all += (all.empty() ? "" : "+") + defect;
  }
  simt::options().schedule = {};
  return all;
}

/// Buffer of `count` elements, all `value`.
template <class T>
simt::DeviceBuffer<T> filled(std::size_t count, T value) {
  return simt::DeviceBuffer<T>(std::vector<T>(count, value));
}

}  // namespace runtime_test
