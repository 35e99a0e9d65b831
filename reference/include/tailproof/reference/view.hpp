/// The row-phased regular view that the proposal samples. Source: spec section 3; paper eq. 13.
#pragma once
#include <cstdint>

namespace tailproof::reference {

/// V = { i < L : i mod s == a_r }, as phase, stride and size.
struct View {
  std::uint32_t stride = 0;
  std::uint32_t phase = 0;  ///< a_r
  std::int64_t size = 0;    ///< |V|, exactly, not L / s

  [[nodiscard]] std::int64_t position(std::int64_t j) const noexcept {
    return phase + j * static_cast<std::int64_t>(stride);
  }
};

/// a_r = bitreverse(r mod s) over log2(s) bits: each block of s rows uses each phase once.
[[nodiscard]] std::uint32_t view_phase(std::int64_t row, std::uint32_t stride) noexcept;

/// The view of row r with L valid scores. stride: a power of two >= 2.
[[nodiscard]] View make_view(std::int64_t row, std::int64_t length, std::uint32_t stride) noexcept;

}  // namespace tailproof::reference
