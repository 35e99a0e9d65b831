// What isolation and guards cost a healthy variant: the same calls made directly and through a
// worker process, in turns, 64 rows of 64K scores. The goal is less than 5 % of the call's time.
#include "tailproof/generators/case.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/properties/variant/target.hpp"
#include "tailproof/properties/variant/variant_subject.hpp"
#include "tailproof/variant.h"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tailproof::properties;

constexpr std::int64_t rows = 64;
constexpr std::int64_t width = 65536;
constexpr std::int32_t rank = 2048;

// The best of many: what other processes take from a call says nothing about it.
double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double seconds_on(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The CPU clock of the only child of this thread: the worker.
clockid_t worker_clock() {
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t worker = 0;
  children >> worker;
  clockid_t clock{};
  clock_getcpuclockid(worker, &clock);
  return clock;
}

// The variant in this process, with buffers as any caller has them.
class Direct {
 public:
  explicit Direct(const tailproof_variant_v1_t& variant) : variant_(variant) {
    call_.shape = {rows, width, width, rank, 0};
    variant_.workspace_bytes(&call_.shape, &call_.workspace_size);
    call_.workspace = std::aligned_alloc(256, (call_.workspace_size + 511) / 256 * 256);
    call_.indices_pitch = rank;
    call_.indices = indices_.data();
    variant_.prepare(&call_);
  }
  Direct(const Direct&) = delete;
  Direct& operator=(const Direct&) = delete;
  ~Direct() { std::free(call_.workspace); }

  void select(const Call& call) {
    call_.scores = call.matrix.scores;
    call_.lengths = call.matrix.lengths.data();
    if (variant_.select(&call_) != TAILPROOF_OK) std::abort();
  }

 private:
  const tailproof_variant_v1_t& variant_;
  tailproof_call call_{};
  std::vector<std::int32_t> indices_ = std::vector<std::int32_t>(rows * rank);
};

// Rows that the selector has an easy time with: the faster it is, the more isolation weighs.
tailproof::generators::RawRows easy_rows(std::uint64_t seed) {
  tailproof::generators::RawRows raw;
  raw.width = width;
  raw.rank = rank;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<float> scores(width);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const std::uint64_t element = static_cast<std::uint64_t>(row) * scores.size() + i + seed;
      scores[i] = static_cast<float>((element * 2654435761u) % 1'000'003);
    }
    raw.scores.push_back(std::move(scores));
  }
  return raw;
}

// How scores come to the worker.
enum class Bring {
  new_case,    // each call has a case of its own, as in a run over cases of one shape
  other_case,  // the worker has to map another memory for each call, as where shapes change
  copied,      // the call does not say what its scores lie in, nor that they are legal
};

void isolation(benchmark::State& state, const VariantTarget& target, Bring bring) {
  const std::array raw{easy_rows(0), easy_rows(1)};
  std::array<std::optional<tailproof::generators::Case>, 2> cases;
  IsolationOptions options;
  options.worker_program = TAILPROOF_BENCH_WORKER;
  VariantSubject isolated(target, options);
  Direct direct(load_variant(target));
  Answer answer;
  std::size_t turn = 0;

  // Time on the CPU, of this thread and of the worker: unlike wall time it holds on a busy machine.
  const clockid_t worker = worker_clock();
  std::vector<double> alone;
  std::vector<double> guarded;
  std::vector<double> own;
  std::vector<double> alone_wall;
  std::vector<double> guarded_wall;
  for (auto _ : state) {
    const std::size_t number = turn++ % cases.size();
    if (bring == Bring::new_case) cases[0].reset();
    auto& made = cases[bring == Bring::new_case ? 0 : number];
    if (!made) made.emplace(tailproof::generators::assemble(raw[number]));
    Call call = call_of(*made);
    if (bring == Bring::copied) call = {call.matrix, call.rank, call.policy};
    const double start = seconds_on(CLOCK_MONOTONIC);
    const double start_cpu = seconds_on(CLOCK_THREAD_CPUTIME_ID);
    direct.select(call);
    const double middle = seconds_on(CLOCK_MONOTONIC);
    const double middle_cpu = seconds_on(CLOCK_THREAD_CPUTIME_ID);
    const double middle_worker = seconds_on(worker);
    isolated.select(call, false, answer);
    const double own_cpu = seconds_on(CLOCK_THREAD_CPUTIME_ID) - middle_cpu;
    alone.push_back(middle_cpu - start_cpu);
    own.push_back(own_cpu);
    guarded.push_back(own_cpu + seconds_on(worker) - middle_worker);
    alone_wall.push_back(middle - start);
    guarded_wall.push_back(seconds_on(CLOCK_MONOTONIC) - middle);
  }
  state.counters["direct_ms"] = least(alone) * 1e3;
  state.counters["isolated_ms"] = least(guarded) * 1e3;
  state.counters["of_that_checker_ms"] = least(own) * 1e3;
  state.counters["overhead_percent"] = (least(guarded) / least(alone) - 1) * 100;
  state.counters["overhead_wall_percent"] = (least(guarded_wall) / least(alone_wall) - 1) * 100;
}
// The fastest host variant at hand, and a mapping of the library on the host runtime.
BENCHMARK_CAPTURE(isolation, partial_sort, VariantTarget{false, TAILPROOF_BENCH_VARIANT},
                  Bring::new_case)
    ->Iterations(101)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(isolation, partial_sort_other, VariantTarget{false, TAILPROOF_BENCH_VARIANT},
                  Bring::other_case)
    ->Iterations(101)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(isolation, partial_sort_copied, VariantTarget{false, TAILPROOF_BENCH_VARIANT},
                  Bring::copied)
    ->Iterations(101)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(isolation, persistent_s128, VariantTarget{true, "persistent-s128"},
                  Bring::new_case)
    ->Iterations(31)
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  add_builtin_variants(tailproof::gpu::builtin_variants());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
