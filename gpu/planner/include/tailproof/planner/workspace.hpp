/// Layout of the one buffer that a plan asks the caller for. Source: spec section 8.
#pragma once
#include "tailproof/planner/kernel_info.hpp"

#include <cstdint>

namespace tailproof::planner {

/// Of the workspace and of each of its sections, in bytes.
/// Alignment of every part of the workspace, in bytes.
inline constexpr std::int64_t workspace_alignment = 256;

/// A run of 32-bit words inside the workspace.
struct Section {
  std::int64_t offset = 0;  ///< bytes, a multiple of workspace_alignment
  std::int64_t words = 0;
  friend bool operator==(const Section&, const Section&) = default;
};

/// Sections in the order of their offsets. Only counters need initialising (all zero); the kernels
/// leave them zero, and never read another section before writing it.
struct WorkspaceLayout {
  Section counters;          ///< word 0: the row queue; then one arrival counter a split slot
  Section spill;             ///< workers x 2 (ping, pong) x spill_capacity
  Section split_counts;      ///< slots x P
  Section split_histograms;  ///< slots x P x leading bins
  Section split_candidates;  ///< slots x P x segment_capacity
  std::int64_t spill_capacity = 0;    ///< positions beyond the resident ones
  std::int64_t segment_capacity = 0;  ///< longest segment
  std::int64_t bytes = 0;
  friend bool operator==(const WorkspaceLayout&, const WorkspaceLayout&) = default;
};

/// Longest segment of a row of this width: ceil(width / P) rounded up to a multiple of four.
[[nodiscard]] std::int64_t segment_capacity(std::int64_t width, std::uint32_t segments) noexcept;

/// workers: how many rows are in flight at once: CTAs, clusters or split slots.
[[nodiscard]] WorkspaceLayout layout_workspace(const KernelInfo& kernel, std::int64_t width,
                                               std::int32_t rank, std::int64_t workers) noexcept;

}  // namespace tailproof::planner
