#include "output_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tailproof::properties {

std::size_t OutputShape::slots() const noexcept {
  return row_capacity == 0 ? 0 : static_cast<std::size_t>((row_capacity - 1) * pitch + rank);
}

std::int32_t output_poison(std::uint64_t call) noexcept {
  return -0x5a5a5a5b - static_cast<std::int32_t>(call % 997) * 977;
}

void check_untouched(std::span<const std::int32_t> slots, const OutputShape& shape,
                     std::int32_t poison, std::string_view buffer,
                     std::vector<GuardBreach>& breaches) {
  const auto first_written = [&](std::size_t begin, std::size_t end) {
    const auto part = slots.subspan(begin, end - begin);
    const auto found =
        std::find_if(part.begin(), part.end(), [poison](auto slot) { return slot != poison; });
    return begin + static_cast<std::size_t>(found - part.begin());
  };
  for (std::int64_t row = 0; row + 1 < shape.row_capacity && row < shape.rows; ++row) {
    const auto begin = static_cast<std::size_t>(row * shape.pitch);
    const auto end = begin + static_cast<std::size_t>(shape.pitch);
    const std::size_t slot = first_written(begin + static_cast<std::size_t>(shape.rank), end);
    if (slot == end) continue;
    breaches.push_back({Guard::output_pitch, row,
                        fmt::format("{}: slot {} of row {} (K = {}, pitch {}) became {}", buffer,
                                    slot - begin, row, shape.rank, shape.pitch, slots[slot])});
    break;
  }
  if (shape.rows >= shape.row_capacity) return;
  const auto dead = static_cast<std::size_t>(shape.rows * shape.pitch);
  const std::size_t slot = first_written(dead, slots.size());
  if (slot == slots.size()) return;
  const auto row = static_cast<std::int64_t>(slot) / shape.pitch;
  breaches.push_back(
      {Guard::dead_rows, row,
       fmt::format("{}: slot {} of row {} became {} although only {} rows are live", buffer,
                   static_cast<std::int64_t>(slot) % shape.pitch, row, slots[slot], shape.rows)});
}

void check_values(const tailproof_call& call, std::span<const std::int32_t> indices,
                  std::span<const std::int32_t> value_bits, const OutputShape& shape,
                  std::vector<GuardBreach>& breaches) {
  for (std::int64_t row = 0; row < shape.rows; ++row) {
    const float* const scores = call.scores + row * call.shape.pitch;
    for (std::int64_t k = 0; k < shape.rank; ++k) {
      const auto slot = static_cast<std::size_t>(row * shape.pitch + k);
      const std::int32_t index = indices[slot];
      if (index < 0 || index >= call.shape.width) continue;
      const auto score = std::bit_cast<std::uint32_t>(scores[index]);
      const auto value = static_cast<std::uint32_t>(value_bits[slot]);
      if (score == value) continue;
      breaches.push_back({Guard::values, row,
                          fmt::format("slot {} of row {}: index {} has score 0x{:08x}, value is "
                                      "0x{:08x}",
                                      k, row, index, score, value)});
      return;
    }
  }
}

void check_damage(Guard guard, std::string_view buffer, std::size_t size,
                  const std::optional<Damage>& damage, std::vector<GuardBreach>& breaches) {
  if (!damage) return;
  const auto past = damage->offset - static_cast<std::int64_t>(size);
  breaches.push_back(
      {guard, -1,
       damage->offset < 0
           ? fmt::format("wrote 0x{:02x} {} bytes before {}", damage->held, -damage->offset, buffer)
           : fmt::format("wrote 0x{:02x} to byte {} past the end of {}", damage->held, past,
                         buffer)});
}

}  // namespace tailproof::properties
