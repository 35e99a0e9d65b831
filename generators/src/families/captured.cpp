#include "bands.hpp"
#include "captures.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tailproof::generators::defined {
namespace {

enum class Mode { window, resampled, perturbed };

constexpr std::uint32_t nudge = 8;  // keys to either side of a captured one

std::span<const float> source(const RowContext& context) {
  const auto& rows = captures().rows;
  return rows[static_cast<std::size_t>(context.parameter("capture")) % rows.size()];
}

// Moves a score a few keys up or down, within the finite range.
float nudged(float score, std::uint32_t random) {
  const std::uint32_t key = reference::key32(score);
  const auto moved = static_cast<std::uint32_t>(key + scale(random, 2 * nudge + 1) - nudge);
  return is_score_key(moved) ? score_of_key(moved) : score;
}

void fill(const RowContext& context, std::span<float> scores) {
  const std::span<const float> real = source(context);
  const auto mode = static_cast<Mode>(context.parameter("mode"));
  const CounterRandom random = context.random();
  Draws draws(random.child(row_choices));
  const auto start =
      static_cast<std::size_t>(draws.between(0, static_cast<std::int64_t>(real.size()) - 1));
  if (mode == Mode::resampled) {
    each_word(random, scores.size(), [&](std::size_t i, std::uint32_t word) {
      scores[i] = real[scale(word, real.size())];
    });
    return;
  }
  // A window goes round the end of the captured row.
  for (std::size_t done = 0, at = start; done < scores.size(); at = 0) {
    const std::size_t count = std::min(scores.size() - done, real.size() - at);
    std::copy_n(real.begin() + static_cast<std::ptrdiff_t>(at), count,
                scores.begin() + static_cast<std::ptrdiff_t>(done));
    done += count;
  }
  if (mode != Mode::perturbed) return;
  each_word(random, scores.size(),
            [&](std::size_t i, std::uint32_t word) { scores[i] = nudged(scores[i], word); });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  std::vector<std::uint32_t> keys;
  for (const float score : source(context)) keys.push_back(reference::key32(score));
  std::sort(keys.begin(), keys.end());
  const bool perturbed = static_cast<Mode>(context.parameter("mode")) == Mode::perturbed;
  // One more for zero, whose neighbours lie on both sides of the unused key.
  const std::uint32_t reach = perturbed ? nudge + 1 : 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t key = reference::key32(scores[i]);
    const auto near = std::lower_bound(keys.begin(), keys.end(), key - reach);
    if (near != keys.end() && *near <= key + reach) continue;
    return Promise::broken("position " + std::to_string(i) + " was not captured");
  }
  return Promise::kept();
}

std::optional<std::string> unavailable() {
  if (captures().rows.empty()) return captures().problem;
  return std::nullopt;
}

}  // namespace

const Family& captured() {
  static const Family family{
      .name = "captured",
      .attacks = "what models really score: captured rows as they are, resampled or nudged",
      .parameters = {{"capture", 0, (1 << 20) - 1, 0, "number of the captured row, taken round"},
                     {"mode", 0, 2, 0, "0 a window, 1 resampled, 2 a window nudged by 8 keys"}},
      .fill = fill,
      .promise = promise,
      .unavailable = unavailable};
  return family;
}

}  // namespace tailproof::generators::defined
