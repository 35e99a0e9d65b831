#include "tailproof/reference/contract.hpp"

#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

namespace tailproof::reference {
namespace {

constexpr std::size_t block_size = 1024;

std::uint32_t bits_of(float score) noexcept {
  return std::bit_cast<std::uint32_t>(score);
}

}  // namespace

std::optional<std::int64_t> first_nan(std::span<const float> scores) noexcept {
  for (std::size_t first = 0; first < scores.size(); first += block_size) {
    const auto block = scores.subspan(first, std::min(block_size, scores.size() - first));
    std::uint32_t any = 0;
    for (const float score : block) any |= static_cast<std::uint32_t>(is_nan_bits(bits_of(score)));
    if (any == 0) continue;
    const auto found = std::find_if(block.begin(), block.end(),
                                    [](float score) { return is_nan_bits(bits_of(score)); });
    return static_cast<std::int64_t>(first) + (found - block.begin());
  }
  return std::nullopt;
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
