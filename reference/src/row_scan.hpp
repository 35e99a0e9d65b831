// Whole-row scans in the widest vectors that the processor has; private to the reference.
#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace tailproof::reference {

// Scores that one call looks at, at most, and one bit for each of them.
inline constexpr std::size_t scan_chunk = 1024;
using ChunkMask = std::array<std::uint64_t, scan_chunk / 64>;

// Whether any score of the row is a NaN. Integer test.
[[nodiscard]] bool holds_nan(std::span<const float> scores) noexcept;

// Marks the scores that reach a cutoff: x >= cutoff. The chunk has at most scan_chunk scores; bits
// beyond its end are 0.
void mark_reaching(std::span<const float> chunk, float cutoff, ChunkMask& mask) noexcept;

// Marks the scores of a band: t1 <= x < t0.
void mark_band(std::span<const float> chunk, float t0, float t1, ChunkMask& mask) noexcept;

// Positions of the marked scores, in order; first is that of bit 0. Returns how many; slots beyond
// them are overwritten.
inline constexpr std::size_t position_slack = 4;
using ChunkPositions = std::array<std::int32_t, scan_chunk + position_slack>;
[[nodiscard]] std::size_t positions_of(const ChunkMask& mask, std::int32_t first,
                                       ChunkPositions& found) noexcept;

}  // namespace tailproof::reference
