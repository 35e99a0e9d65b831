#include "tailproof/planner/workspace.hpp"

#include <algorithm>

namespace tailproof::planner {
namespace {

constexpr std::int64_t word_bytes = 4;

std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

std::int64_t segment_capacity(std::int64_t width, std::uint32_t segments) noexcept {
  return round_up((width + segments - 1) / segments, 4);
}

WorkspaceLayout layout_workspace(const KernelInfo& kernel, std::int64_t width, std::int32_t rank,
                                 std::int64_t workers) noexcept {
  WorkspaceLayout layout;
  if (kernel.mapping == Mapping::running) return layout;
  const auto add = [&layout](std::int64_t words) {
    const Section section{layout.bytes, words};
    layout.bytes = round_up(layout.bytes + words * word_bytes, workspace_alignment);
    return section;
  };
  const bool split = kernel.mapping == Mapping::split_sampled;
  layout.counters = add(workers == 0 ? 0 : 1 + (split ? workers : 0));
  // Rows no longer than K are trivial; every other row may be admitted whole.
  if (width > rank) {
    layout.spill_capacity = round_up(std::max<std::int64_t>(0, width - kernel.capacity), 4);
  }
  layout.spill = add(workers * 2 * layout.spill_capacity);
  if (split) {
    const std::int64_t segments = workers * kernel.ctas_per_row;
    layout.segment_capacity = segment_capacity(width, kernel.ctas_per_row);
    layout.split_counts = add(segments);
    layout.split_histograms = add(segments * kernel.leading_bins());
    layout.split_candidates = add(segments * layout.segment_capacity);
  }
  return layout;
}

}  // namespace tailproof::planner
