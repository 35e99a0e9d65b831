// Speed of the host runtime on one core. Built twice, plain and instrumented (race build), so that
// the ratio of the two can be taken: scripts/measure-host-runtime.
#include <benchmark/benchmark.h>

#include "checks.hpp"

namespace {

constexpr int barriers_per_launch = 100;

template <int Barriers>
__global__ void only_barriers(int* finished) {
  for (int i = 0; i < Barriers; ++i) __syncthreads();
  if (threadIdx.x == 0) *finished = 1;
}

/// What most kernels do between barriers: a few accesses to shared and global memory by each
/// thread.
template <int NT>
struct StencilStorage {
  simt::shared_array<unsigned, NT + 2> cells;
};
template <int NT>
__global__ void stencil(unsigned* data, int steps) {
  SIMT_SHARED(StencilStorage<NT>, sm);
  const int tid = static_cast<int>(threadIdx.x);
  if (tid < 2) sm.cells[tid * (NT + 1)] = 1;
  unsigned mine = data[blockIdx.x * NT + threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    sm.cells[tid + 1] = mine;
    __syncthreads();
    mine += sm.cells[tid] * 3 + sm.cells[tid + 2] * 5;
    __syncthreads();
  }
  data[blockIdx.x * NT + threadIdx.x] = mine;
}

void expect(benchmark::State& state, const simt::Status& status) {
  if (!status.ok()) state.SkipWithError(status.text().c_str());
}

simt::LaunchConfig shape(unsigned grid, unsigned block, std::size_t shared_bytes) {
  simt::LaunchConfig config;
  config.grid = dim3(grid);
  config.block = dim3(block);
  config.shared_bytes = shared_bytes;
  return config;
}

void barrier(benchmark::State& state) {
  const auto threads = static_cast<unsigned>(state.range(0));
  simt::options().schedule = {};
  simt::options().schedule.order = static_cast<simt::Order>(state.range(1));
  simt::DeviceBuffer<int> finished(1);
  for (auto _ : state) {
    expect(state,
           simt::launch(shape(1, threads, 0), only_barriers<barriers_per_launch>, finished.data()));
  }
  simt::options().schedule = {};
  state.counters["s_per_barrier"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * barriers_per_launch,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(barrier)
    ->ArgNames({"threads", "order"})
    ->ArgsProduct({{32, 64, 512, 1024}, {static_cast<int>(simt::Order::in_order)}})
    ->ArgsProduct({{512},
                   {static_cast<int>(simt::Order::reversed), static_cast<int>(simt::Order::random),
                    static_cast<int>(simt::Order::pct)}});

void launch_of_64_threads_ten_barriers(benchmark::State& state) {
  simt::DeviceBuffer<int> finished(1);
  for (auto _ : state) {
    expect(state, simt::launch(shape(1, 64, 0), only_barriers<10>, finished.data()));
  }
  state.counters["launches_per_s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(launch_of_64_threads_ten_barriers);

template <int NT>
void stencil_steps(benchmark::State& state) {
  simt::DeviceBuffer<unsigned> data(std::vector<unsigned>(2 * NT, 1));
  for (auto _ : state) {
    expect(state,
           simt::launch(shape(2, NT, sizeof(StencilStorage<NT>)), stencil<NT>, data.data(), 20));
  }
}
BENCHMARK(stencil_steps<64>);
BENCHMARK(stencil_steps<512>);

void check_example(benchmark::State& state, std::string (*check)()) {
  for (auto _ : state) {
    const std::string wrong = check();
    if (!wrong.empty()) state.SkipWithError(wrong.c_str());
  }
}
BENCHMARK_CAPTURE(check_example, block_reduce,
                  [] { return example::check_block_reduce<128>(16, 1000); });
BENCHMARK_CAPTURE(check_example, scan_lookback,
                  [] { return example::check_scan_lookback<128>(4000); });
BENCHMARK_CAPTURE(check_example, cluster_histogram,
                  [] { return example::check_cluster_histogram<128, 256>(4, 8000); });

}  // namespace

BENCHMARK_MAIN();
