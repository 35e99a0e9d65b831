#include "answer_check.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::gpu_test {

std::string answer_problem(std::span<const float> scores, std::span<const std::int32_t> slots) {
  const auto length = static_cast<std::int64_t>(scores.size());
  const std::size_t valid = std::min(scores.size(), slots.size());
  std::vector<bool> selected(scores.size(), false);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const std::int64_t index = slots[slot];
    const std::string where = "slot " + std::to_string(slot) + ": ";
    if (slot >= valid) {
      if (index != -1) return where + std::to_string(index) + " in place of -1";
      continue;
    }
    if (index < 0 || index >= length) {
      return where + "index " + std::to_string(index) + " outside [0, " + std::to_string(length) +
             ")";
    }
    if (selected[static_cast<std::size_t>(index)]) {
      return where + "index " + std::to_string(index) + " selected twice";
    }
    selected[static_cast<std::size_t>(index)] = true;
  }
  std::uint32_t worst_selected = 0;
  std::uint32_t best_left = 0xffffffffu;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t key = reference::key32(scores[i]);
    if (selected[i]) {
      worst_selected = std::max(worst_selected, key);
    } else {
      best_left = std::min(best_left, key);
    }
  }
  return worst_selected > best_left ? "a score left out exceeds a selected one" : "";
}

std::string bounds_problem(std::int64_t length, std::span<const std::int32_t> slots) {
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot] < -1 || slots[slot] >= length) {
      return "slot " + std::to_string(slot) + ": " + std::to_string(slots[slot]);
    }
  }
  return "";
}

}  // namespace tailproof::gpu_test
