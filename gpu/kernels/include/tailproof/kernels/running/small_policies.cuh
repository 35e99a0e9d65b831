/// Small policies of the running selector: the same kernel with CTAs, samples and pools so small
/// that every route is taken by rows of some hundred scores, and quickly on the host.
#pragma once
#include "tailproof/kernels/running/policy.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

struct SmallPolicy : DefaultPolicy {
  static constexpr std::uint32_t scan_warps = 2;
  static constexpr std::uint32_t finish_warps = 1;
  static constexpr std::uint32_t chunk = 128;
  static constexpr std::uint32_t pool = 352;
  static constexpr std::uint32_t bin_bits = 7;
  static constexpr std::uint32_t scan_bin_bits = 6;
  static constexpr std::uint32_t list = 4;
  static constexpr std::uint32_t batch = 4;
  static constexpr std::uint32_t max_sectors = 8;
  static constexpr std::uint32_t long_row = 1000;
  static constexpr std::uint32_t long_sectors = 4;
  static constexpr std::uint32_t sector_share = 32;
  /// So small that 4 q may be less than K: the fallback of an underfull row can fail.
  static constexpr std::uint32_t margin_square = 2;
  static constexpr std::uint32_t greatest_rank = 64;
};

/// Sizes that divide nothing: an odd pool, a list of one.
struct OddPolicy : DefaultPolicy {
  static constexpr std::uint32_t scan_warps = 4;
  static constexpr std::uint32_t finish_warps = 2;
  static constexpr std::uint32_t slots = 3;
  static constexpr std::uint32_t chunk = 256;
  static constexpr std::uint32_t pool = 401;
  static constexpr std::uint32_t bin_bits = 8;
  static constexpr std::uint32_t scan_bin_bits = 7;
  static constexpr std::uint32_t list = 1;
  static constexpr std::uint32_t batch = 2;
  static constexpr std::uint32_t max_sectors = 16;
  static constexpr std::uint32_t long_row = 2000;
  static constexpr std::uint32_t long_sectors = 16;
  static constexpr std::uint32_t sector_share = 24;
  static constexpr std::uint32_t margin_square = 3;
  static constexpr std::uint32_t greatest_rank = 77;
};

}  // namespace tailproof::kernels::running
