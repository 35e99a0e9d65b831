// What a check costs: rows judged a second, and shrinking from a million scores to a minimum.
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/investigate.hpp"
#include "tailproof/properties/subject_registry.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tailproof;
using namespace tailproof::properties;

constexpr std::size_t row_length = std::size_t{1} << 20;
constexpr std::int64_t interacting = 2049;

std::vector<float> noise() {
  std::vector<float> row(row_length);
  const generators::CounterRandom random(1, 0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = static_cast<float>(random.at(i) >> 40) * 0x1p-24f;
  }
  return row;
}

Specimen specimen_of(std::vector<float> row, const std::string& policy) {
  Specimen specimen;
  specimen.rows.width = static_cast<std::int64_t>(row.size());
  specimen.rows.scores = {std::move(row)};
  specimen.rows.rank = 2048;
  specimen.rows.policy = reference::parse_policy(policy);
  return specimen;
}

void report(benchmark::State& state, const ShrinkResult& result) {
  state.counters["candidates"] = static_cast<double>(result.candidates);
  state.counters["L"] = static_cast<double>(result.smallest.rows.scores[0].size());
  state.counters["K"] = static_cast<double>(result.smallest.rows.rank);
}

void shrink_fault(benchmark::State& state, const std::string& fault, const Specimen& specimen) {
  Judge judge(make_subject("planted:" + fault));
  const FailureTest test = failure_test(judge, *find_property("contract"));
  ShrinkResult result;
  for (auto _ : state) result = shrink(specimen, test, {});
  report(state, result);
}

void one_element(benchmark::State& state) {
  std::vector<float> row = noise();
  row[700'001] = -5000;
  shrink_fault(state, "bracket-width", specimen_of(std::move(row), "stride=128"));
}

void overflow_of_2048(benchmark::State& state) {
  shrink_fault(state, "overflow-drop", specimen_of(noise(), "stride=128,capacity=2048"));
}

// The worst kind: nothing about the scores that matter tells them from the others.
void interacting_without_order(benchmark::State& state) {
  std::vector<float> row = noise();
  for (std::size_t i = 0; i < static_cast<std::size_t>(interacting); ++i) row[i * 511] = 0.5f;
  const FailureTest test = [](const Call& call, std::uint64_t) {
    const auto scores = call.matrix.valid(0);
    const bool fails = std::count(scores.begin(), scores.end(), 0.5f) >= interacting;
    return fails ? FailedRows{0} : FailedRows{};
  };
  const Specimen specimen = specimen_of(std::move(row), "stride=128");
  ShrinkResult result;
  for (auto _ : state) result = shrink(specimen, test, {});
  report(state, result);
}

void check_rows(benchmark::State& state) {
  CheckOptions options;
  options.subject = "reference";
  options.cases = 2048;
  options.threads = static_cast<int>(state.range(0));
  std::uint64_t rows = 0;
  for (auto _ : state) rows += run_check(options).rows;
  state.counters["rows/s"] =
      benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kIsRate);
}

BENCHMARK(one_element)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(overflow_of_2048)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(interacting_without_order)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(check_rows)->Arg(1)->Arg(2)->Unit(benchmark::kSecond)->Iterations(1)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
