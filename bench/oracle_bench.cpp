// The oracle against a plain vectorised maximum over the same row, in two instruction sets: the
// build's own, and AVX2, which the oracle uses where the processor has it.
#include "real_rows.hpp"
#include "tailproof/reference/oracle.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace {

using namespace tailproof;
constexpr std::size_t lanes = 32;

// Independent lanes, so that the compiler may vectorise without reordering floating point.
[[gnu::always_inline]] inline float maximum(std::span<const float> scores) {
  float greatest[lanes];
  std::fill_n(greatest, lanes, -std::numeric_limits<float>::infinity());
  std::size_t i = 0;
  for (; i + lanes <= scores.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float score = scores[i + lane];
      greatest[lane] = score > greatest[lane] ? score : greatest[lane];
    }
  }
  for (; i < scores.size(); ++i) greatest[0] = std::max(greatest[0], scores[i]);
  return *std::max_element(greatest, greatest + lanes);
}

float maximum_of_build(std::span<const float> scores) {
  return maximum(scores);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] float maximum_avx2(std::span<const float> scores) {
  return maximum(scores);
}
#endif

template <class Maximum>
void time_maximum(benchmark::State& state, Maximum function) {
  const auto& rows = bench::rows_of(state);
  for (std::int64_t i = 0; i < rows.count(); ++i) {
    const auto scores = rows.scores(i);
    if (function(scores) != *std::max_element(scores.begin(), scores.end())) {
      return state.SkipWithError("wrong maximum");
    }
  }
  std::int64_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(function(rows.scores(i)));
    ++i;
  }
  bench::describe(state, rows);
}

void plain_maximum(benchmark::State& state) {
  time_maximum(state, maximum_of_build);
}

void plain_maximum_avx2(benchmark::State& state) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return time_maximum(state, maximum_avx2);
#endif
  state.SkipWithError("this processor has no AVX2");
}

void oracle(benchmark::State& state) {
  const auto& rows = bench::rows_of(state);
  const auto& answers = bench::verified_answers(state);
  reference::Oracle judge(bench::rank);
  std::int64_t i = 0;
  for (auto _ : state) {
    const auto& answer = answers[static_cast<std::size_t>(i % rows.count())];
    if (!judge.judge_row(rows.scores(i), rows.number(i), answer).accepted()) {
      return state.SkipWithError("the oracle rejects a verified answer");
    }
    ++i;
  }
  bench::describe(state, rows);
}

BENCHMARK(oracle)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);
BENCHMARK(plain_maximum)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);
BENCHMARK(plain_maximum_avx2)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
