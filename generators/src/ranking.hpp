// Where rank K falls in a finished row; what the promises look at.
#pragma once
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tailproof::generators {

/// The key at rank K with the numbers of better and of equal scores.
struct Cut {
  std::uint32_t key = 0;
  std::int64_t better = 0;
  std::int64_t equal = 0;
};

/// Precondition: 1 <= rank <= number of scores.
[[nodiscard]] inline Cut cut_at(std::span<const float> scores, std::int64_t rank) {
  std::vector<std::uint32_t> keys;
  keys.reserve(scores.size());
  for (const float score : scores) keys.push_back(reference::key32(score));
  const auto kth = keys.begin() + rank - 1;
  std::nth_element(keys.begin(), kth, keys.end());
  Cut cut{*kth, 0, 0};
  for (const std::uint32_t key : keys) {
    cut.better += key < cut.key ? 1 : 0;
    cut.equal += key == cut.key ? 1 : 0;
  }
  return cut;
}

}  // namespace tailproof::generators
