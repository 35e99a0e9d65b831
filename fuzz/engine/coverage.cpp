#include "coverage.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tailproof::fuzz {
namespace {

// Where libFuzzer looks for counters beside those of the compiler.
#if defined(__ELF__)
__attribute__((section("__libfuzzer_extra_counters")))
#endif
Counters shown_counters{};

reference::MarkCounts marks_so_far;
std::array<std::uint64_t, kernel_counters> kernels_so_far{};

// AFL++ knows edges only: a counter becomes a function, which has an edge of its own.
#if defined(__AFL_COMPILER)
volatile std::size_t touched;
template <std::size_t counter>
__attribute__((noinline)) void touch() {
  touched = counter;
}
template <std::size_t... each>
constexpr auto touch_table(std::index_sequence<each...>) {
  return std::array<void (*)(), sizeof...(each)>{&touch<each>...};
}
void show(std::size_t counter) {
  static constexpr auto table = touch_table(std::make_index_sequence<counter_count>());
  table[counter]();
}
#else
void show(std::size_t) {}
#endif

void raise(std::size_t counter, std::uint64_t by) {
  std::uint8_t& shown = shown_counters[counter];
  shown = static_cast<std::uint8_t>(std::min<std::uint64_t>(255, shown + by));
  show(counter);
}

}  // namespace

Counters& counters() noexcept {
  return shown_counters;
}

CoverageScope::~CoverageScope() {
  note_marks(marks_);
}

void note_marks(const reference::MarkCounts& marks) noexcept {
  for (int m = 0; m < reference::mark_count; ++m) {
    const std::uint64_t hits = marks[static_cast<reference::Mark>(m)];
    if (hits > 0) raise(static_cast<std::size_t>(m), hits);
  }
  marks_so_far += marks;
}

void note_spill(const reference::Trace& trace) noexcept {
  if (trace.spilled <= 0) return;
  const auto depth =
      static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(trace.spilled)));
  const std::size_t power = std::min<std::size_t>(depth, 15);
  raise(reference::mark_count + static_cast<std::size_t>(trace.route) * 16 + power, 1);
}

void note_kernel(std::size_t kernel, reference::Route route) noexcept {
  const std::size_t cell = kernel_cell(kernel, route);
  ++kernels_so_far[cell];
  raise(reference::mark_count + spill_counters + cell, 1);
}

const reference::MarkCounts& all_marks() noexcept {
  return marks_so_far;
}

const std::array<std::uint64_t, kernel_counters>& all_kernel_routes() noexcept {
  return kernels_so_far;
}

}  // namespace tailproof::fuzz
