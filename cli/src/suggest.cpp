#include "suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace tailproof::cli {
namespace {

/// Edits between two words, a swap of neighbours counting as one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> distance(a.size() + 1,
                                                 std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        distance[i][j] = i + j;
        continue;
      }
      const std::size_t replace = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      distance[i][j] = std::min({replace, distance[i - 1][j] + 1, distance[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
      }
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> suggest(std::string_view typed, std::span<const std::string> words) {
  constexpr std::size_t longest = 64;  // bounds the table; no word of ours is that long
  if (typed.empty() || typed.size() > longest) return std::nullopt;
  const auto starts = [&](const std::string& word) { return word.starts_with(typed); };
  if (std::count_if(words.begin(), words.end(), starts) == 1) {
    return *std::find_if(words.begin(), words.end(), starts);
  }
  std::optional<std::string> nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : words) {
    const std::size_t edits = edit_distance(typed, word);
    const std::size_t most = word.size() < 5 ? 1 : 2;
    if (edits > most || edits > least) continue;
    nearest = edits == least ? std::nullopt : std::optional(word);
    least = edits;
  }
  return nearest;
}

}  // namespace tailproof::cli
