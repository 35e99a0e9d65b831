#include "tailproof/properties/shard.hpp"

#include "options_json.hpp"
#include "tailproof/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tailproof::properties {
namespace {

[[noreturn]] void refuse(const ShardRun& shard, const std::string& problem) {
  throw InputError({.file = shard.file}, problem);
}

std::vector<std::string> properties_of(const ShardRun& shard) {
  std::vector<std::string> lines;
  for (const PropertyTally& tally : shard.totals.tallies) {
    lines.push_back(std::string(tally.property->name) + ": " + tally.not_checked);
  }
  return lines;
}

void require_same_run(const ShardRun& first, const ShardRun& other) {
  const auto require = [&](bool same, const char* what) {
    if (!same) refuse(other, fmt::format("has another {} than {}", what, first.file));
  };
  require(first.version == other.version, "version of the tool");
  require(first.options.subject == other.options.subject, "subject");
  require(first.options.seed == other.options.seed, "seed");
  require(first.options.shard.of == other.options.shard.of, "number of shards");
  require(options_json(first.options) == options_json(other.options), "set of options");
  require(first.min_hits == other.min_hits, "--min-hits");
  require(properties_of(first) == properties_of(other), "list of properties");
  require(first.totals.left_out == other.totals.left_out, "list of families left out");
}

void require_all_shards(std::span<const ShardRun> shards) {
  const std::uint32_t of = shards.front().options.shard.of;
  std::map<std::uint32_t, std::string> seen;
  for (const ShardRun& shard : shards) {
    const std::uint32_t number = shard.options.shard.number;
    if (number < 1 || number > of) refuse(shard, fmt::format("is shard {} of {}", number, of));
    const auto [other, fresh] = seen.emplace(number, shard.file);
    if (!fresh) refuse(shard, fmt::format("is shard {} once more, as {}", number, other->second));
  }
  for (std::uint32_t number = 1; number <= of; ++number) {
    if (!seen.contains(number)) {
      refuse(shards.front(), fmt::format("shard {} of {} is missing", number, of));
    }
  }
}

// From the rows of each block to those of all blocks done by then.
void accumulate(std::vector<MergedProgress>& progress) {
  std::stable_sort(progress.begin(), progress.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  std::uint64_t rows = 0;
  for (MergedProgress& each : progress) each.rows = rows += each.rows;
}

}  // namespace

MergedRun merge_shards(std::span<const ShardRun> shards) {
  if (shards.empty()) throw InputError({.file = "merge"}, "no shards are given");
  const ShardRun& first = shards.front();
  MergedRun merged{first.options, first.min_hits, first.totals};
  merged.options.shard = {};
  merged.result.seconds = 0;
  std::map<std::uint64_t, std::pair<const ShardRun*, const CheckResult*>> blocks;
  for (const ShardRun& shard : shards) require_same_run(first, shard);
  require_all_shards(shards);
  for (const ShardRun& shard : shards) {
    merged.result.seconds += shard.totals.seconds;
    for (const auto& [number, block] : shard.blocks) {
      if (number % first.options.shard.of != shard.options.shard.number - 1) {
        refuse(shard, fmt::format("block {} is not one of this shard", number));
      }
      if (!blocks.emplace(number, std::pair(&shard, &block)).second) {
        refuse(shard, fmt::format("block {} is there twice", number));
      }
    }
  }
  if (!first.options.cases) refuse(first, "is no run over a number of cases");
  // The run in one piece: block after block, up to the first that holds a failure.
  for (std::uint64_t number = 0;
       merged.result.failures.empty() && merged.result.cases < *first.options.cases; ++number) {
    const auto found = blocks.find(number);
    if (found == blocks.end()) refuse(first, fmt::format("block {} is missing", number));
    const auto [shard, block] = found->second;
    append(merged.result, *block);
    merged.progress.push_back({block->seconds, block->rows});
    for (const Failure& failure : block->failures) {
      const auto stored = std::find_if(
          shard->stored.begin(), shard->stored.end(),
          [&](const StoredFailure& each) { return each.property == failure.finding.property; });
      if (stored != shard->stored.end()) merged.stored.push_back(*stored);
    }
  }
  accumulate(merged.progress);
  return merged;
}

}  // namespace tailproof::properties
