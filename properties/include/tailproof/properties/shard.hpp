/// Parts of one run, made apart and put together again: the result is that of the run in one piece.
#pragma once
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/investigate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tailproof::properties {

/// Where the shrunk case of a failure lies, how its subject ended, and the case itself.
struct StoredFailure {
  std::string property;
  std::string folder;
  Status status = Status::ok;
  std::optional<CaseReport> report;  ///< nothing where it is too large to travel with a shard
};

/// What one shard did, block by block: which blocks count is known only when all shards are there,
/// since a run ends with the first block that holds a failure.
struct ShardRun {
  std::string file;     ///< for messages
  std::string version;  ///< of the tool
  CheckOptions options;
  std::uint64_t min_hits = 0;
  CheckResult totals;  ///< properties and families left out, and this shard's seconds
  std::vector<std::pair<std::uint64_t, CheckResult>> blocks;  ///< by number, timed as in totals
  std::vector<StoredFailure> stored;
};

/// One object, as docs/reports.md describes it.
[[nodiscard]] std::string to_json(const ShardRun& shard);
/// Reads it back. Throws InputError that names the file and what is wrong with it.
[[nodiscard]] ShardRun shard_from_json(std::string_view text, const std::string& file);

/// Rows that all shards together had checked so many seconds after each one's start.
struct MergedProgress {
  double seconds = 0;
  std::uint64_t rows = 0;
};

/// What all shards come to.
struct MergedRun {
  CheckOptions options;
  std::uint64_t min_hits = 0;
  CheckResult result;
  std::vector<StoredFailure> stored{};     ///< of the failures that count, in their order
  std::vector<MergedProgress> progress{};  ///< by time; over the blocks that count
};

/// Puts shards together, in any order. Throws InputError that names the file at fault when they
/// are not parts of one run (version, subject, seed, options, families left out), when one is
/// missing or there twice, or when a block that counts is missing.
[[nodiscard]] MergedRun merge_shards(std::span<const ShardRun> shards);

}  // namespace tailproof::properties
