#include "running_check.hpp"

#include "answer_check.hpp"
#include "running_run.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::gpu_test {
namespace {

std::string at_row(const ScoreCase& input, std::int64_t row, const std::string& problem) {
  return problem.empty() ? "" : input.name + ", row " + std::to_string(row) + ": " + problem;
}

void count(const reference::RunningPolicy& policy, const reference::RunningTrace& trace,
           RunningCensus& census) {
  ++census.ways[static_cast<std::size_t>(running_way_of(trace))];
  if (trace.compactions > 0) ++census.compacted;
  if (trace.rounds == 0) return;
  const bool redone = trace.route == reference::RunningRoute::underfull;
  if (trace.held == trace.quota) {
    ++census.settled_whole;
  } else if (!redone && trace.held <= policy.list) {
    ++census.settled_listed;
  } else {
    ++census.settled_by_position;
  }
}

std::string answers(const RunningKernel& kernel, const ScoreCase& input, const RunningRun& run,
                    bool traced, RunningCensus& census) {
  std::vector<std::int32_t> expected(static_cast<std::size_t>(input.rank));
  for (std::int64_t row = 0; row < input.live(); ++row) {
    const auto trace =
        reference::running_select(kernel.policy, input.rows[static_cast<std::size_t>(row)],
                                  static_cast<std::uint32_t>(row), expected);
    std::string problem = positions_problem(expected, run.slots(row));
    if (problem.empty() && traced) {
      problem = record_problem(trace, run.record(row));
      count(kernel.policy, trace, census);
    }
    if (!problem.empty()) return at_row(input, row, problem);
  }
  for (std::int64_t row = input.live(); row < input.row_count(); ++row) {
    if (!run.untouched(row)) return at_row(input, row, "written, although not live");
  }
  return "";
}

}  // namespace

std::string RunningCensus::table() const {
  std::string text;
  for (int way = 0; way < running_ways; ++way) {
    const auto each = static_cast<RunningWay>(way);
    if (each == RunningWay::crowded_ties) continue;
    text += std::string(running_way_name(each)) + " " + std::to_string(of(each)) + ", ";
  }
  return text + "settled whole " + std::to_string(settled_whole) + ", listed " +
         std::to_string(settled_listed) + ", by position " + std::to_string(settled_by_position) +
         ", compacted " + std::to_string(compacted);
}

std::string record_problem(const reference::RunningTrace& expected,
                           const kernels::running::RowRecord& actual) {
  struct Field {
    const char* name;
    std::uint64_t expected, actual;
    bool of_settlement = false;
  };
  const reference::RunningGuess& guess = expected.guess;
  const Field fields[] = {
      {"route", static_cast<std::uint64_t>(expected.route), actual.route},
      {"length", expected.length, actual.length},
      {"rank", expected.rank, actual.rank},
      {"sectors", guess.sectors, actual.sectors},
      {"q", guess.q, actual.q},
      {"guess rounds", guess.rounds, actual.guess_rounds},
      {"best", guess.best, actual.best},
      {"cutoff", guess.cutoff, actual.cutoff},
      {"by ties", guess.by_ties ? 1u : 0u, actual.by_ties},
      {"tied", guess.tied, actual.tied},
      {"count", expected.count, actual.count},
      {"rounds", expected.rounds, actual.rounds, true},
      {"first", expected.first, actual.first, true},
      {"last", expected.last, actual.last, true},
      {"held", expected.held, actual.held, true},
      {"quota", expected.quota, actual.quota, true},
      {"compactions", expected.compactions, actual.compactions},
      {"reserved", 0, actual.reserved},
      {"reads", expected.reads, actual.reads},
  };
  const bool crowded = expected.route == reference::RunningRoute::crowded;
  for (const Field& field : fields) {
    if ((crowded && field.of_settlement) || field.expected == field.actual) continue;
    return std::string(field.name) + ": " + std::to_string(field.actual) + ", not " +
           std::to_string(field.expected);
  }
  return "";
}

std::string positions_problem(std::span<const std::int32_t> expected,
                              std::span<const std::int32_t> slots) {
  const auto end = std::find(expected.begin(), expected.end(), -1);
  std::vector<std::int32_t> actual(slots.begin(), slots.end());
  // A short row's slots are in order, with -1 behind; a longer one's are a set.
  if (end == expected.end()) std::sort(actual.begin(), actual.end());
  std::vector<std::int32_t> wanted(expected.begin(), expected.end());
  std::sort(wanted.begin(), wanted.begin() + (end - expected.begin()));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (actual[i] != wanted[i]) {
      return "position " + std::to_string(actual[i]) + " in place of " + std::to_string(wanted[i]);
    }
  }
  return "";
}

std::string check_running(const RunningKernel& kernel, const ScoreCase& input, unsigned grid,
                          RunningCensus& census) {
  RunningRun run(input);
  std::string problem = run.problem();
  for (const bool traced : {true, false}) {
    if (problem.empty()) problem = run.select(kernel, grid, traced);
    if (!problem.empty()) return input.name + ": " + problem;
    problem = answers(kernel, input, run, traced, census);
  }
  return problem;
}

std::string check_running_bounds(const RunningKernel& kernel, const ScoreCase& input,
                                 unsigned grid) {
  RunningRun run(input);
  std::string problem = run.problem();
  if (problem.empty()) problem = run.select(kernel, grid, false);
  if (!problem.empty()) return input.name + ": " + problem;
  for (std::int64_t row = 0; row < input.row_count() && problem.empty(); ++row) {
    const auto length = static_cast<std::int64_t>(input.rows[static_cast<std::size_t>(row)].size());
    problem = at_row(input, row, bounds_problem(length, run.slots(row)));
  }
  return problem;
}

}  // namespace tailproof::gpu_test
