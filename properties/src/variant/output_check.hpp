// What a finished call may not have written. Works on host copies, whatever the memory space.
#pragma once
#include "guarded_region.hpp"
#include "tailproof/properties/variant/guard.hpp"
#include "tailproof/variant.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tailproof::properties {

/// The output slots of a call: capacity rows of K slots, pitch apart.
struct OutputShape {
  std::int64_t rows = 0;  ///< live ones
  std::int64_t row_capacity = 0;
  std::int64_t rank = 1;
  std::int64_t pitch = 1;

  /// Slots from the first to the last row's last.
  [[nodiscard]] std::size_t slots() const noexcept;
};

/// Poison for call number n: neither an index, nor -1, nor what another call's poison was.
[[nodiscard]] std::int32_t output_poison(std::uint64_t call) noexcept;

/// Appends breaches of output_pitch and dead_rows: slots that lost their poison.
void check_untouched(std::span<const std::int32_t> slots, const OutputShape& shape,
                     std::int32_t poison, std::string_view buffer,
                     std::vector<GuardBreach>& breaches);

/// Appends a breach where values do not repeat the scores of the indices.
void check_values(const tailproof_call& call, std::span<const std::int32_t> indices,
                  std::span<const std::int32_t> value_bits, const OutputShape& shape,
                  std::vector<GuardBreach>& breaches);

/// Appends a breach of that guard if there is damage.
void check_damage(Guard guard, std::string_view buffer, std::size_t size,
                  const std::optional<Damage>& damage, std::vector<GuardBreach>& breaches);

}  // namespace tailproof::properties
