/// Launching kernels on the host: configuration, schedule, what was found.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "tailproof/simt/host/report.hpp"
#include "tailproof/simt/host/schedule.hpp"
#include "tailproof/simt/host/stream_api.hpp"
#include "tailproof/simt/host/vector_types.hpp"
#include "tailproof/simt/status.hpp"

namespace simt {

/// Shape of a launch; the same fields as on the device.
struct LaunchConfig {
  dim3 grid{}, block{};
  std::size_t shared_bytes = 0;  ///< Dynamic shared memory per CTA: sizeof the storage struct.
  unsigned cluster = 1;          ///< CTAs per cluster along x; divides grid.x.
  stream_t stream = nullptr;     ///< nullptr: the default stream, which runs at once on the host.
  bool programmatic = false;     ///< May start before its predecessor ends (device only).
  const char* name = nullptr;    ///< Kernel name for reports; else looked up in the symbols.
};

/// How this OS thread's launches run and when one is called stuck.
struct Options {
  Schedule schedule;
  bool record = false;  ///< Keep the deviations from the in-order schedule in LaunchStats.
  std::uint64_t max_switches = 50'000'000;   ///< Then a livelock is reported.
  std::uint32_t max_pauses = 100'000;        ///< Consecutive spin pauses of one thread, likewise.
  std::int32_t max_turn_points = 4'000'000;  ///< Scheduling points in one thread's turn: runaway.
};
Options& options();

/// What the launches of this thread cost.
struct LaunchStats {
  std::uint64_t launches = 0;
  std::uint64_t switches = 0;
  std::uint64_t barriers = 0;
  std::uint64_t points = 0;    ///< Scheduling points passed.
  std::uint64_t accesses = 0;  ///< Checked ones; 0 in a plain build.
  std::vector<Deviation> deviations;
};
/// Of this OS thread's last launch.
const LaunchStats& last_stats();
/// The first defect of this OS thread since the last clear_report(); launches stop at their first.
const std::optional<Report>& last_report();
void clear_report();
/// Whether some linked translation unit is instrumented, so that memory accesses are checked.
bool checks_memory();

namespace detail {
struct KernelCall {
  std::function<void()> body;  // one GPU thread
  const void* symbol;
};
Status enqueue_launch(const LaunchConfig& config, KernelCall call);
}  // namespace detail

/// Launches `kernel` on config.stream. Arguments are copied now, as on the device.
template <class... Parameters, class... Arguments>
Status launch(const LaunchConfig& config, void (*kernel)(Parameters...), Arguments&&... arguments) {
  std::tuple<Parameters...> copies(static_cast<Parameters>(std::forward<Arguments>(arguments))...);
  return detail::enqueue_launch(config, {[kernel, copies] { std::apply(kernel, copies); },
                                         reinterpret_cast<const void*>(kernel)});
}

}  // namespace simt
