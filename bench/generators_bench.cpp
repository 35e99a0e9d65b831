// How long it takes to make a row of 100,000 scores, for every family in each of its modes. The
// goal is 200 us of CPU time a row, the best of the repetitions.
#include "tailproof/generators/case.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/reference/trace.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tailproof::generators;

constexpr std::int64_t scores = 100'000;
constexpr std::int64_t most_modes = 8;  // a parameter of more values is a size, not a mode
constexpr int repetitions = 20;

double least(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

void make_row(benchmark::State& state, const Recipe& recipe) {
  for (auto _ : state) benchmark::DoNotOptimize(materialise(recipe).elements().data());
}

// Routes need a policy that has them.
tailproof::reference::Policy policy_of(const Recipe& recipe) {
  const auto route = recipe.parameters.find("route");
  if (route == recipe.parameters.end()) return {};
  const auto name =
      tailproof::reference::route_name(static_cast<tailproof::reference::Route>(route->second));
  if (name == "direct") return tailproof::reference::parse_policy("proposal=direct");
  if (name == "exact-no-rescue") return tailproof::reference::parse_policy("rescue=none");
  return {};
}

void add(const Recipe& recipe) {
  std::string name = to_string(recipe);
  name = name.substr(0, name.find(' '));
  benchmark::RegisterBenchmark(name.c_str(), make_row, recipe)
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.01)
      ->Repetitions(repetitions)
      ->ReportAggregatesOnly()
      ->ComputeStatistics("least", least);
}

// The recipe in every combination of the modes from parameter number `next` on.
void add_modes(Recipe recipe, const Family& family, std::size_t next) {
  if (next == family.parameters.size()) {
    recipe.policy = policy_of(recipe);
    return add(recipe);
  }
  const ParameterSpec& spec = family.parameters[next];
  if (spec.greatest - spec.least >= most_modes) return add_modes(recipe, family, next + 1);
  for (std::int64_t mode = spec.least; mode <= spec.greatest; ++mode) {
    recipe.parameters[std::string(spec.name)] = mode;
    add_modes(recipe, family, next + 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const Family* family : families()) {
    if (family->unavailable != nullptr && family->unavailable().has_value()) continue;
    Recipe recipe;
    recipe.family = family->name;
    recipe.rows = 1;
    recipe.width = scores;
    recipe.rank = 2048;
    add_modes(recipe, *family, 0);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
