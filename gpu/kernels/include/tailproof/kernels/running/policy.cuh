/// Compile-time policies of the running selector: guess, scan and final selection. Source:
/// docs/running.md; the reference is tailproof/reference/running.hpp.
#pragma once
#include <cstdint>

namespace tailproof::kernels::running {

/// A policy is a type with these members; derive and hide what differs. Sizes in scores unless
/// stated.
struct DefaultPolicy {
  static constexpr std::uint32_t scan_warps = 16;
  static constexpr std::uint32_t finish_warps = 8;
  static constexpr std::uint32_t slots = 2;          ///< bulk copies in flight a scanning warp
  static constexpr std::uint32_t chunk = 1024;       ///< of one bulk copy; at most 1024
  static constexpr std::uint32_t pool = 8704;        ///< admitted (score, position) pairs held
  static constexpr std::uint32_t bin_bits = 11;      ///< of the finishing warps' histogram
  static constexpr std::uint32_t scan_bin_bits = 9;  ///< of the scanning warps' own, rarely used
  static constexpr std::uint32_t list = 128;         ///< pairs ranked against each other at the end
  static constexpr std::uint32_t batch = 256;        ///< sectors sampled at a time
  static constexpr std::uint32_t max_sectors = 512;  ///< sampled of one row; a power of two
  // A pool that fills up costs a long row less than a large sample does.
  static constexpr std::uint32_t long_row = 3u << 18;  ///< rows from here on are sampled thinly
  static constexpr std::uint32_t long_sectors = 256;   ///< sampled of those at most
  static constexpr std::uint32_t sector_share = 512;   ///< scores of a row for each sampled sector
  static constexpr std::uint32_t margin_square =
      40;  ///< of standard deviations beyond the expected rank
  static constexpr std::uint32_t greatest_rank = 2048;
};

inline constexpr std::uint32_t sector_scores = 8;  ///< 32 bytes: what a load moves at least

template <class Policy>
inline constexpr std::uint32_t scan_threads = 32 * Policy::scan_warps;
template <class Policy>
inline constexpr std::uint32_t finish_threads = 32 * Policy::finish_warps;
template <class Policy>
inline constexpr std::uint32_t cta_threads = scan_threads<Policy> + finish_threads<Policy>;

/// Rows that one CTA may have to redo in a launch: as many as it has rows.
inline constexpr std::uint32_t rows_per_cta = 256;

/// Pairs that may stay beyond K when room is made: to be exact takes longer and gains little.
template <class Policy>
inline constexpr std::uint32_t spare = (Policy::pool - Policy::greatest_rank) / 8;

template <class Policy>
constexpr bool policy_is_sound() {
  return cta_threads<Policy> <= 1024 && Policy::slots >= 1 && Policy::slots <= 32 &&
         Policy::chunk % 128 == 0 && Policy::chunk <= 1024 && Policy::list >= 1 &&
         // Products of rank, sample and length fit 32 bits.
         std::uint64_t{Policy::greatest_rank} * Policy::max_sectors * sector_scores < 1u << 31 &&
         (Policy::max_sectors & (Policy::max_sectors - 1)) == 0 &&
         (Policy::long_sectors & (Policy::long_sectors - 1)) == 0 &&
         Policy::long_sectors <= Policy::max_sectors && Policy::batch >= 1 &&
         (Policy::batch & (Policy::batch - 1)) == 0 && Policy::scan_bin_bits < Policy::bin_bits &&
         (1u << Policy::bin_bits) % finish_threads<Policy> == 0 &&
         (1u << Policy::scan_bin_bits) % scan_threads<Policy> == 0 &&
         // Room that is made must take a chunk; a tile of a redone row takes the rest.
         Policy::pool - spare<Policy> >= Policy::greatest_rank + Policy::chunk &&
         Policy::pool >= Policy::greatest_rank + 4 * finish_threads<Policy>;
}

}  // namespace tailproof::kernels::running
