#include "running_rows.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace tailproof::gpu_test {
namespace {

using reference::RunningRoute;
using Engine = std::mt19937_64;

float unit(Engine& engine) {
  return static_cast<float>(engine() >> 40) * 0x1p-24f;
}

// Which positions the guess sees.
std::vector<bool> sampled_positions(const reference::RunningPolicy& policy, std::uint32_t length,
                                    std::uint32_t row) {
  std::vector<bool> sampled(length, false);
  if (length <= policy.pool) return sampled;
  const std::uint32_t log2 = reference::running_sectors_log2(policy, length);
  const std::uint32_t sectors = length / reference::running_sector;
  for (std::uint32_t i = 0; i < 1u << log2; ++i) {
    const std::uint32_t sector = reference::running_sector_of(row, i, log2, sectors);
    for (std::uint32_t j = 0; j < reference::running_sector; ++j) {
      sampled[sector * reference::running_sector + j] = true;
    }
  }
  return sampled;
}

float any_score(Engine& engine) {
  return (1 + unit(engine)) *
         std::ldexp(engine() % 2 == 0 ? 1.0f : -1.0f, static_cast<int>(engine() % 9) - 4);
}

std::vector<float> draw(const reference::RunningPolicy& policy, RunningWay way, std::uint32_t rank,
                        std::uint32_t length, std::uint32_t row, Engine& engine) {
  std::vector<float> scores(length);
  const std::vector<bool> sampled = sampled_positions(policy, length, row);
  const auto seen = static_cast<std::uint32_t>(std::count(sampled.begin(), sampled.end(), true));
  // Of the sampled scores those that are high where only some of them are to be.
  const std::uint32_t most = seen - std::min(seen, 3u);
  const std::uint32_t high = way == RunningWay::underfull ? std::min({rank - 1, rank * 3 / 4, most})
                                                          : std::min(rank - 1, most);
  std::uint32_t placed = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    const float u = unit(engine);
    switch (way) {
      case RunningWay::tied:
        scores[i] = i % (length / std::max(1u, rank / 3) + 1) == 5 ? 2 + u
                    : engine() % 5 == 0                            ? u
                                                                   : 1;
        break;
      case RunningWay::crowded:
        scores[i] = sampled[i] ? -1 - u : 1 + u;
        break;
      case RunningWay::crowded_ties:
        scores[i] = sampled[i] ? -1 - u : 7;
        break;
      case RunningWay::underfull:
        scores[i] = !sampled[i] ? u : placed++ < high ? 4 + u : -4 - u;
        break;
      case RunningWay::underfull_twice:
        scores[i] = sampled[i] ? 4 + u : u;
        break;
      case RunningWay::underfull_after_ties:
        scores[i] = sampled[i] && placed++ < high ? 4 : -u;
        break;
      default:
        scores[i] = any_score(engine);
        break;
    }
  }
  return scores;
}

}  // namespace

const char* running_way_name(RunningWay way) {
  static constexpr const char* names[running_ways] = {
      "trivial",   "whole",           "guessed",
      "tied",      "crowded",         "crowded, ties",
      "underfull", "underfull twice", "underfull after ties"};
  return names[static_cast<std::size_t>(way)];
}

RunningWay running_way_of(const reference::RunningTrace& trace) {
  switch (trace.route) {
    case RunningRoute::trivial:
      return RunningWay::trivial;
    case RunningRoute::whole:
      return RunningWay::whole;
    case RunningRoute::guessed:
      return RunningWay::guessed;
    case RunningRoute::tied:
      return RunningWay::tied;
    case RunningRoute::crowded:
      return RunningWay::crowded;
    default:
      break;
  }
  if (trace.guess.by_ties) return RunningWay::underfull_after_ties;
  // One pass to scan, one or two to redo.
  const std::uint64_t passes =
      (trace.reads - std::uint64_t{trace.guess.sectors} * reference::running_sector) / trace.length;
  return passes == 3 ? RunningWay::underfull_twice : RunningWay::underfull;
}

std::optional<std::vector<float>> running_row(const reference::RunningPolicy& policy,
                                              RunningWay way, std::uint32_t rank,
                                              std::uint32_t length, std::uint32_t row,
                                              std::uint64_t seed) {
  const bool sampled = way != RunningWay::trivial && way != RunningWay::whole;
  if (way == RunningWay::trivial) length = std::min(length, rank);
  if (way == RunningWay::whole) length = std::min(length, policy.pool);
  if (sampled && length <= policy.pool) return std::nullopt;
  const RunningWay shown = way == RunningWay::crowded_ties ? RunningWay::crowded : way;
  Engine engine(seed);
  std::vector<std::int32_t> indices(rank);
  for (int tries = 0; tries < 8; ++tries) {
    std::vector<float> scores = draw(policy, way, rank, length, row, engine);
    const auto trace = reference::running_select(policy, scores, row, indices);
    if (running_way_of(trace) == shown) return scores;
  }
  return std::nullopt;
}

}  // namespace tailproof::gpu_test
