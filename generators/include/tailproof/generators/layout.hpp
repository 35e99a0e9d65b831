/// Where the rows of a case lie in memory and what surrounds them. Source: spec section 1.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace tailproof::generators {

/// What fills everything that is not a valid score: [L, P) of live rows, whole dead rows, guards.
enum class Padding : std::uint8_t {
  zero,
  nan,       ///< quiet and signalling, both signs
  plus_inf,  ///< would win every selection
  huge,      ///< the largest finite float
};
inline constexpr int padding_count = 4;

/// "zero", "nan", "plus-inf", "huge".
[[nodiscard]] std::string_view padding_name(Padding padding) noexcept;
/// Inverse of padding_name(); nothing for an unknown spelling.
[[nodiscard]] std::optional<Padding> padding_of_name(std::string_view name) noexcept;
/// The bits at flat element index of a region filled with this padding.
[[nodiscard]] std::uint32_t padding_bits(Padding padding, std::int64_t element) noexcept;

/// Memory layout of a case. The default is plain: dense rows, 64-byte aligned, all rows live.
struct Layout {
  std::int64_t pitch_extra = 0;  ///< P - N, elements, >= 0
  /// Floats from a 64-byte boundary to row 0, 0 to 3. From a MiB of scores up they count from the
  /// start of a page, and 0 has the last row end at the end of one: see ScoreMemory.
  std::uint32_t base_offset = 0;
  Padding padding = Padding::zero;
  std::int32_t dead_rows = 0;  ///< rows of capacity beyond the live ones, >= 0
  friend bool operator==(const Layout&, const Layout&) = default;
};

}  // namespace tailproof::generators
