/// Ragged score rows in padded memory. Source: spec section 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace tailproof::reference {

/// M score rows of allocated width N, row pitch P >= N in elements, and one valid length a row.
/// A view: owns nothing. Values at [L, N) and [N, P) are garbage and never read by the reference.
struct ScoreMatrix {
  const float* scores = nullptr;          ///< element (r, i) at scores[r * pitch + i]
  std::span<const std::int32_t> lengths;  ///< valid length of each row; size is M
  std::int64_t width = 0;                 ///< N, elements
  std::int64_t pitch = 0;                 ///< P, elements

  [[nodiscard]] std::int64_t rows() const noexcept {
    return static_cast<std::int64_t>(lengths.size());
  }
  /// The valid prefix of row r: L scores.
  [[nodiscard]] std::span<const float> valid(std::int64_t row) const noexcept {
    return {scores + row * pitch, static_cast<std::size_t>(lengths[static_cast<std::size_t>(row)])};
  }
};

}  // namespace tailproof::reference
