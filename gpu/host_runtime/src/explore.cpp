#include "tailproof/simt/host/explore.hpp"

#include "shrink.hpp"

namespace simt {

namespace {

struct Attempt {
  std::string failure;
  std::optional<Report> report;
  std::vector<Deviation> deviations;
  std::uint64_t points = 0;
};

/// One run of the body. With `record` the deviations of its last launch, which is the failing one
/// when it reports.
Attempt attempt(const std::function<std::string()>& body, const Schedule& schedule, bool record) {
  const Options saved = options();
  const std::optional<Report> earlier = last_report();
  clear_report();
  options().schedule = schedule;
  options().record = record;
  Attempt result;
  result.failure = body();
  result.report = last_report();
  result.deviations = last_stats().deviations;
  result.points = last_stats().points;
  if (result.report.has_value()) result.failure = result.report->text();
  options() = saved;
  return result;
}

/// Two failures are alike when they report the same defect, or both only a wrong result.
bool alike(const Attempt& a, const Attempt& b) {
  if (a.failure.empty() || b.failure.empty()) return false;
  if (a.report.has_value() != b.report.has_value()) return false;
  return !a.report.has_value() || a.report->defect == b.report->defect;
}

}  // namespace

std::optional<Finding> explore(const std::function<std::string()>& body, const Budget& budget) {
  Finding finding;
  for (unsigned i = 0; i < budget.schedules; ++i) {
    const std::uint64_t seed = budget.first_seed + i;
    const Schedule schedule = Schedule::from_seed(seed);
    const Attempt failed = attempt(body, schedule, false);
    ++finding.runs;
    if (failed.failure.empty()) continue;
    finding.seed = seed;
    finding.failure = failed.failure;
    finding.report = failed.report;
    finding.minimal = schedule;
    if (budget.shrink_runs == 0) return finding;

    const Attempt recorded = attempt(body, schedule, true);
    Schedule replay = schedule;
    replay.order = Order::replay;
    replay.starve = Starve::nobody;
    replay.deviations = recorded.deviations;
    const auto still_fails = [&](const std::vector<Deviation>& deviations) {
      Schedule candidate = replay;
      candidate.deviations = deviations;
      ++finding.runs;
      return alike(attempt(body, candidate, false), failed);
    };
    if (const auto fewest =
            detail::fewest(replay.deviations, still_fails, budget.shrink_runs, recorded.points)) {
      replay.deviations = *fewest;
      finding.minimal = replay;
    }
    return finding;
  }
  return std::nullopt;
}

std::string launch_twice(const std::function<Status()>& launch_once,
                         const std::function<std::string()>& observe) {
  std::string results[2];
  for (std::string& result : results) {
    if (const Status status = launch_once(); !status.ok()) {
      return (&result == results ? "first launch: " : "second launch: ") + status.text();
    }
    result = observe();
  }
  if (results[0] == results[1]) return {};
  return std::string(name(Defect::state_leak)) +
         ": the second launch on the same workspace gives another result: " + results[0] +
         " became " + results[1];
}

}  // namespace simt
