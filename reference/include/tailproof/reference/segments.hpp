/// KV-split: disjoint contiguous segments of a row and their merge. Source: paper 4.5, eq. 26-27.
#pragma once
#include <cstdint>

namespace tailproof::reference {

/// Positions [begin, end) of a row.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t size() const noexcept { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// Positions are dealt in groups of four, so that a 128-bit load never crosses a seam.
inline constexpr std::int64_t segment_alignment = 4;

/// Segment p of P of a row with L scores: chunks of ceil(L / P) rounded up to a multiple of
/// segment_alignment, clipped to L; the last ones may be empty. The choice of seams is ours (the
/// paper says only disjoint and contiguous); the result does not depend on it.
[[nodiscard]] Range segment_range(std::int64_t length, std::uint32_t segment,
                                  std::uint32_t segments) noexcept;

}  // namespace tailproof::reference
