/// FP32 cutoffs of coarse bins. Source: spec section 2 (bin_floor), section 4.
#pragma once
#include <bit>
#include <cstdint>

namespace tailproof::reference {

/// Coarse bins that some non-NaN float reaches: +inf's bin to -inf's bin, without a gap.
inline constexpr std::uint32_t first_reachable_bin = 31;
inline constexpr std::uint32_t last_reachable_bin = 2016;

/// Bits of the smallest FP32 value whose coarse bin is <= bin: the bin's inclusive endpoint.
///
/// Unreachable bins, by rule: bins above +inf's (0 to 30) take the endpoint of +inf's bin, 65520;
/// bins below -inf's (2017 to 2047) take -inf, the endpoint of the next reachable bin above them
/// in value. Zero endpoints do not occur: the bin that holds zero ends at -2^-25, which rounds to
/// -0 by ties-to-even. Precondition: bin < coarse_bins.
[[nodiscard]] std::uint32_t bin_floor_bits(std::uint32_t bin) noexcept;

/// bin_floor as a float, to compare scores with (spec 4: x_i >= bin_floor(tau)).
[[nodiscard]] inline float bin_floor(std::uint32_t bin) noexcept {
  return std::bit_cast<float>(bin_floor_bits(bin));
}

}  // namespace tailproof::reference
