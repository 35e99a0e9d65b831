#include "tailproof/reference/contract.hpp"

#include "row_scan.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

namespace tailproof::reference {
namespace {

std::uint32_t bits_of(float score) noexcept {
  return std::bit_cast<std::uint32_t>(score);
}

}  // namespace

std::optional<std::int64_t> first_nan(std::span<const float> scores) noexcept {
  if (!holds_nan(scores)) return std::nullopt;
  const auto found = std::find_if(scores.begin(), scores.end(),
                                  [](float score) { return is_nan_bits(bits_of(score)); });
  return found - scores.begin();
}

void require_no_nan(std::span<const float> scores, std::int64_t row) {
  const auto position = first_nan(scores);
  if (!position.has_value()) return;
  char bits[16];
  std::snprintf(bits, sizeof bits, "0x%08x", bits_of(scores[static_cast<std::size_t>(*position)]));
  throw ContractError("row " + std::to_string(row) + ": NaN at position " +
                      std::to_string(*position) + " (" + bits + ")");
}

void require_shape(const ScoreMatrix& matrix, std::int32_t rank) {
  if (rank < 1) throw ContractError("K must be at least 1, got " + std::to_string(rank));
  if (matrix.width < 0 || matrix.pitch < matrix.width) {
    throw ContractError("row pitch " + std::to_string(matrix.pitch) + " is less than the width " +
                        std::to_string(matrix.width));
  }
  for (std::size_t row = 0; row < matrix.lengths.size(); ++row) {
    const std::int32_t length = matrix.lengths[row];
    if (length < 0 || length > matrix.width) {
      throw ContractError("row " + std::to_string(row) + ": valid length " +
                          std::to_string(length) + " is outside [0, " +
                          std::to_string(matrix.width) + "]");
    }
  }
}

}  // namespace tailproof::reference
