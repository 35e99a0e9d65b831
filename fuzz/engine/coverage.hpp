/// Routes and capacities as coverage: reaching a new route, spill depth or mapping is progress.
#pragma once
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/trace.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace tailproof::fuzz {

/// Groups of counters beyond the marks: each is a small table of its own.
inline constexpr std::size_t spill_counters = reference::route_count * 16;
inline constexpr std::size_t kernel_counters = 16 * reference::route_count;
inline constexpr std::size_t counter_count =
    reference::mark_count + spill_counters + kernel_counters;
using Counters = std::array<std::uint8_t, counter_count>;

/// The counters of the current input. libFuzzer reads them as it reads its own: a counter counts
/// by its magnitude (1, 2, 3, 4-7, 8-15, ..., 128 and more). For AFL++ each is a function.
[[nodiscard]] Counters& counters() noexcept;

/// Collects the reference's marks while alive; then adds them to the counters.
class CoverageScope {
 public:
  CoverageScope() : scope_(marks_) {}
  ~CoverageScope();
  CoverageScope(const CoverageScope&) = delete;
  CoverageScope& operator=(const CoverageScope&) = delete;

 private:
  reference::MarkCounts marks_;
  reference::MarkScope scope_;
};

/// Adds marks that were counted elsewhere (by a property's own run of the reference).
void note_marks(const reference::MarkCounts& marks) noexcept;
/// A selection took this route and spilled so deep: a counter a route and power of two.
void note_spill(const reference::Trace& trace) noexcept;
/// Where a kernel, numbered from 0 to 15, and a route are counted.
[[nodiscard]] constexpr std::size_t kernel_cell(std::size_t kernel,
                                                reference::Route route) noexcept {
  return kernel * reference::route_count + static_cast<std::size_t>(route);
}
/// A kernel took this route.
void note_kernel(std::size_t kernel, reference::Route route) noexcept;

/// The marks of all inputs since the program started.
[[nodiscard]] const reference::MarkCounts& all_marks() noexcept;
/// How often each kernel took each route, by kernel_cell(), likewise.
[[nodiscard]] const std::array<std::uint64_t, kernel_counters>& all_kernel_routes() noexcept;

}  // namespace tailproof::fuzz
