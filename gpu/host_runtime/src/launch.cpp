#include "tailproof/simt/host/launch.hpp"

#include "checks/shadow.hpp"
#include "engine.hpp"
#include "launch_now.hpp"

namespace simt {

namespace {
thread_local std::optional<Report> first_report;
}

Options& options() {
  static thread_local Options instance;
  return instance;
}

const LaunchStats& last_stats() {
  return detail::engine().stats;
}
const std::optional<Report>& last_report() {
  return first_report;
}
void clear_report() {
  first_report.reset();
}
bool checks_memory() {
  return detail::checks::enabled();
}

namespace detail {

Status check_launch(const LaunchConfig& config) {
  return validate(config);
}

Status run_launch(const LaunchConfig& config, const KernelCall& call) {
  Engine& launch = engine();
  Status status = launch.run(config, call, options());
  if (launch.report.has_value() && !first_report.has_value()) first_report = launch.report;
  return status;
}

}  // namespace detail
}  // namespace simt
