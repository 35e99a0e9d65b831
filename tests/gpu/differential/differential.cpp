#include "differential.hpp"

#include "answer_check.hpp"
#include "tailproof/planner/kernel_info.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof/reference/trace_compare.hpp"
#include "trace_adapter.hpp"

namespace tailproof::gpu_test {
namespace {

std::string at_row(const ScoreCase& input, std::int64_t row, const std::string& problem) {
  return problem.empty() ? "" : input.name + ", row " + std::to_string(row) + ": " + problem;
}

std::string synchronize() {
  const simt::Status status = simt::device_synchronize();
  return status.ok() ? "" : "device: " + status.text();
}

}  // namespace

std::string compare_with_reference(const gpu::KernelEntry& entry, const ScoreCase& input,
                                   const DeviceCase& run, Census& census) {
  const reference::Policy policy = reference::parse_policy(planner::policy_text(entry.info));
  reference::Selector selector(policy, input.rank);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(input.rank));
  for (std::int64_t row = 0; row < input.live(); ++row) {
    reference::Trace expected;
    selector.select(input.rows[static_cast<std::size_t>(row)], row, indices, &expected);
    const reference::Trace actual =
        to_reference(run.trace(row), run.histograms(row), run.histogram_bins(), policy);
    const reference::CompareOptions options{.histograms = run.histograms(row) != nullptr};
    if (const auto departure = reference::first_departure(expected, actual, options)) {
      return at_row(input, row,
                    std::string(reference::phase_name(departure->phase)) + ": " + departure->field +
                        ": " + departure->detail);
    }
    census.count(entry.info.mapping, actual);
  }
  return "";
}

std::string check_answers(const ScoreCase& input, const DeviceCase& run) {
  for (std::int64_t row = 0; row < input.live(); ++row) {
    const std::string problem =
        answer_problem(input.rows[static_cast<std::size_t>(row)], run.slots(row));
    if (!problem.empty()) return at_row(input, row, problem);
  }
  for (std::int64_t row = input.live(); row < input.row_count(); ++row) {
    if (!run.untouched(row)) return at_row(input, row, "written, although not live");
  }
  return "";
}

std::string check_case(const gpu::KernelEntry& entry, const ScoreCase& input, Census& census,
                       Tracing tracing) {
  DeviceCase run(&entry, input, tracing);
  std::string problem = run.problem();
  if (problem.empty()) problem = run.prepare();
  for (const bool traced : {true, false}) {
    if (problem.empty()) problem = run.poison_output();
    if (problem.empty()) problem = run.select(traced);
    if (problem.empty()) problem = synchronize();
    if (problem.empty()) problem = run.fetch();
    if (!problem.empty()) return input.name + (traced ? " (traced): " : " (untraced): ") + problem;
    problem = check_answers(input, run);
    if (problem.empty() && traced) problem = compare_with_reference(entry, input, run, census);
  }
  return problem;
}

}  // namespace tailproof::gpu_test
