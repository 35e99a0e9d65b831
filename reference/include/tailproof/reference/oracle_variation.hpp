/// Legal variation: how two right answers may differ. Source: spec section 1.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace tailproof::reference {

/// How two accepted answers to one row differ. None of it is a violation.
enum class Variation : std::uint8_t {
  none,        ///< the same slots
  order,       ///< the same positions in another order
  tie_choice,  ///< other positions, with equal scores
};

/// "none", "order" or "tie-choice".
[[nodiscard]] std::string_view variation_name(Variation variation) noexcept;

/// Compares two answers of K slots that the oracle accepted for the same row and lengths.
/// Allocates 2 K indices.
[[nodiscard]] Variation variation_between(std::span<const std::int32_t> a,
                                          std::span<const std::int32_t> b);

}  // namespace tailproof::reference
