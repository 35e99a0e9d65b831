// One switch between fibers in a ring of 512. Built twice: with the hand-written switch and with
// Boost.Context's.
#include <benchmark/benchmark.h>

#include <array>

#include "context_switch.hpp"
#include "stacks.hpp"

namespace {

constexpr std::size_t ring = 512;
std::array<void*, ring + 1> stack_pointers{};  // the last is the benchmark loop's
std::size_t entering = 0;

void fiber() {
  const std::size_t self = entering++;
  for (;;) simt::detail::switch_context(&stack_pointers[self], stack_pointers[self + 1]);
}

void fiber_switch(benchmark::State& state) {
  simt::detail::Stacks stacks;
  if (!stacks.provide(ring)) state.SkipWithError("no memory for the stacks");
  entering = 0;
  for (std::size_t i = 0; i < ring; ++i) {
    stack_pointers[i] = simt::detail::prepare_stack(stacks.top(i), fiber);
  }
  for (auto _ : state) simt::detail::switch_context(&stack_pointers[ring], stack_pointers[0]);
  state.counters["s_per_switch"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * (ring + 1),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(fiber_switch);

}  // namespace

BENCHMARK_MAIN();
