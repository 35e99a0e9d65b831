#include "suites.hpp"

#include "answer_check.hpp"
#include "cases.hpp"
#include "differential.hpp"
#include "row_builder.hpp"
#include "tailproof/planner/plan.hpp"

#include <stdexcept>

namespace tailproof::gpu_test {
namespace {

constexpr std::uint64_t seed = 1;

std::string check_all(const gpu::KernelEntry& entry, const std::vector<ScoreCase>& cases,
                      Census& census) {
  for (const ScoreCase& input : cases) {
    std::string problem = check_case(entry, input, census);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string run_routes(const gpu::KernelEntry& entry, Census& census) {
  Census own;
  std::string problem = check_all(entry, route_cases(entry.info, seed), own);
  for (const reference::Route route : reachable_routes(entry.info)) {
    if (problem.empty() && own.rows(entry.info.mapping, route) == 0) {
      problem = "no row took the route " + std::string(reference::route_name(route));
    }
  }
  census += own;
  return problem;
}

std::string run_values(const gpu::KernelEntry& entry, Census& census) {
  return check_all(entry, value_cases(entry.info, seed), census);
}
std::string run_lengths(const gpu::KernelEntry& entry, Census& census) {
  return check_all(entry, length_cases(entry.info, seed), census);
}
std::string run_layouts(const gpu::KernelEntry& entry, Census& census) {
  return check_all(entry, layout_cases(entry.info, seed), census);
}

// Workers that a plan gives to more rows than it can hold at once.
std::int64_t pool_of(const gpu::KernelEntry& entry) {
  planner::Plan plan;
  const tailproof_shape shape{1 << 20, 16, 16, 12, 0};
  const gpu::Outcome outcome = gpu::make_plan(&entry, shape, plan);
  if (!outcome.ok()) throw std::logic_error(outcome.text);
  return plan.workers;
}

std::string run_row_counts(const gpu::KernelEntry& entry, Census& census) {
  return check_all(entry, row_count_cases(entry.info, pool_of(entry), seed), census);
}

std::string run_hostile(const gpu::KernelEntry& entry, Census&) {
  const ScoreCase input = hostile_case(entry.info, seed);
  DeviceCase run(&entry, input, Tracing::none);
  std::string problem = run.problem();
  if (problem.empty()) problem = run.prepare();
  if (problem.empty()) problem = run.select(false);
  if (const simt::Status status = simt::device_synchronize(); problem.empty() && !status.ok()) {
    problem = status.text();
  }
  if (problem.empty()) problem = run.fetch();
  for (std::int64_t row = 0; row < input.row_count() && problem.empty(); ++row) {
    const auto length = static_cast<std::int64_t>(input.rows[static_cast<std::size_t>(row)].size());
    problem = bounds_problem(length, run.slots(row));
  }
  return problem.empty() ? "" : input.name + ": " + problem;
}

// Three fillings of one shape, none of them what was there at capture.
std::vector<ScoreCase> replay_fillings(const planner::KernelInfo& kernel) {
  Random random(seed);
  const std::int64_t width = kernel.in_registers ? 500 : 2000;
  std::vector<ScoreCase> fillings;
  for (const std::int64_t live : {7, 0, 5, 7}) {
    ScoreCase filling;
    filling.name = std::string(kernel.name) + ": replay, " + std::to_string(live) + " live";
    filling.rank = 30;
    filling.width = width;
    filling.live_rows = live;
    for (int r = 0; r < 7; ++r) {
      const std::int64_t length = r % 3 == 0 ? random.below(31) : width - random.below(width / 2);
      const auto kind = static_cast<Values>(random.below(value_kinds));
      filling.rows.push_back(row_of_values(kind, length, kernel.stride, random));
    }
    fillings.push_back(std::move(filling));
  }
  return fillings;
}

std::string replay(DeviceCase& run, simt::Stream& stream, simt::Graph& graph) {
  std::string problem = run.poison_output();
  simt::Status status;
  if (problem.empty()) status = graph.launch(stream.handle());
  if (problem.empty() && status.ok()) status = stream.synchronize();
  if (problem.empty() && !status.ok()) problem = status.text();
  return problem.empty() ? run.fetch() : problem;
}

std::string run_replays(const gpu::KernelEntry& entry, Census& census) {
  const std::vector<ScoreCase> fillings = replay_fillings(entry.info);
  simt::Stream stream;
  simt::Graph graph;
  DeviceCase run(&entry, fillings.front(), Tracing::histograms, stream.handle());
  std::string problem = run.problem();
  if (problem.empty()) problem = run.prepare();
  simt::Status status = stream.synchronize();
  if (status.ok()) status = stream.begin_capture();
  if (problem.empty() && status.ok()) problem = run.select(true);
  if (status.ok()) status = stream.end_capture(graph);
  if (problem.empty() && !status.ok()) problem = status.text();
  for (std::size_t i = 1; i < fillings.size() && problem.empty(); ++i) {
    problem = run.replace(fillings[i]);
    if (problem.empty()) problem = replay(run, stream, graph);
    if (problem.empty()) problem = check_answers(fillings[i], run);
    if (problem.empty()) problem = compare_with_reference(entry, fillings[i], run, census);
  }
  return problem;
}

// Two streams, two workspaces, one kernel: nothing may be shared.
std::string run_streams(const gpu::KernelEntry& entry, Census& census) {
  const std::vector<ScoreCase> fillings = replay_fillings(entry.info);
  simt::Stream first_stream, second_stream;
  DeviceCase first(&entry, fillings[0], Tracing::histograms, first_stream.handle());
  DeviceCase second(&entry, fillings[3], Tracing::histograms, second_stream.handle());
  std::string problem = first.problem() + second.problem();
  for (DeviceCase* run : {&first, &second}) {
    if (problem.empty()) problem = run->prepare();
  }
  for (DeviceCase* run : {&first, &second, &first}) {
    if (problem.empty()) problem = run->select(true);
  }
  for (simt::Stream* stream : {&first_stream, &second_stream}) {
    const simt::Status status = stream->synchronize();
    if (problem.empty() && !status.ok()) problem = status.text();
  }
  if (problem.empty()) problem = first.fetch();
  if (problem.empty()) problem = second.fetch();
  if (problem.empty()) problem = compare_with_reference(entry, fillings[0], first, census);
  if (problem.empty()) problem = compare_with_reference(entry, fillings[3], second, census);
  if (problem.empty()) problem = check_answers(fillings[0], first);
  return problem.empty() ? check_answers(fillings[3], second) : problem;
}

}  // namespace

const std::vector<Suite>& suites() {
  static const std::vector<Suite> all = {
      {"routes", &run_routes},   {"values", &run_values},         {"lengths", &run_lengths},
      {"layouts", &run_layouts}, {"row counts", &run_row_counts}, {"hostile rows", &run_hostile},
      {"replays", &run_replays}, {"streams", &run_streams},
  };
  return all;
}

std::string check_many_rows(const gpu::KernelEntry& entry, std::int64_t rows, Census& census) {
  return check_case(entry, many_rows_case(rows, seed), census, Tracing::scalars);
}

std::string check_planned() {
  Random random(seed);
  for (const std::int64_t rows : {0, 1, 3, 40}) {
    for (const std::int64_t width : {0, 5, 900, 17000, 70000}) {
      ScoreCase input;
      input.name = "planned, " + std::to_string(rows) + " rows of " + std::to_string(width);
      input.rank = 64;
      input.width = width;
      for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t length =
            r % 8 == 0 ? width : random.below(std::min<std::int64_t>(width, 400) + 1);
        input.rows.push_back(row_of_values(Values::spread, length, 64, random));
      }
      DeviceCase run(nullptr, input, Tracing::none);
      std::string problem = run.problem();
      if (problem.empty()) problem = run.prepare();
      if (problem.empty()) problem = run.select(false);
      if (const simt::Status status = simt::device_synchronize(); problem.empty() && !status.ok()) {
        problem = status.text();
      }
      if (problem.empty()) problem = run.fetch();
      if (problem.empty()) problem = check_answers(input, run);
      if (!problem.empty()) return input.name + ": " + problem;
    }
  }
  return "";
}

}  // namespace tailproof::gpu_test
