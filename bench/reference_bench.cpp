// The reference's untraced selection against std::nth_element on (value, index) pairs.
#include "real_rows.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace tailproof;
using bench::rank;

void reference_select(benchmark::State& state) {
  const auto& rows = bench::rows_of(state);
  static_cast<void>(bench::verified_answers(state));
  reference::Selector selector(reference::Policy(), rank);
  std::vector<std::int32_t> indices(rank);
  std::int64_t i = 0;
  for (auto _ : state) {
    selector.select(rows.scores(i), rows.number(i), indices);
    benchmark::DoNotOptimize(indices.data());
    ++i;
  }
  bench::describe(state, rows);
}

using Pair = std::pair<float, std::int32_t>;

void select_by_nth_element(std::span<const float> scores, std::vector<Pair>& pairs,
                           std::span<std::int32_t> indices) {
  pairs.clear();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    pairs.emplace_back(scores[i], static_cast<std::int32_t>(i));
  }
  std::nth_element(pairs.begin(), pairs.begin() + rank, pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.first > b.first; });
  for (std::size_t j = 0; j < indices.size(); ++j) indices[j] = pairs[j].second;
}

void nth_element_on_pairs(benchmark::State& state) {
  const auto& rows = bench::rows_of(state);
  std::vector<Pair> pairs;
  pairs.reserve(300000);
  std::vector<std::int32_t> indices(rank);
  reference::Oracle oracle(rank);
  for (std::int64_t i = 0; i < rows.count(); ++i) {
    select_by_nth_element(rows.scores(i), pairs, indices);
    if (!oracle.judge_row(rows.scores(i), i, indices).accepted()) {
      return state.SkipWithError("nth_element gave a wrong answer");
    }
  }
  std::int64_t i = 0;
  for (auto _ : state) {
    select_by_nth_element(rows.scores(i), pairs, indices);
    benchmark::DoNotOptimize(indices.data());
    ++i;
  }
  bench::describe(state, rows);
}

BENCHMARK(reference_select)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);
BENCHMARK(nth_element_on_pairs)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
