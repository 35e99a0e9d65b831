/// The rows that the benchmarks run on: real indexer scores of the greatest lengths.
#pragma once
#include "tailproof/io/score_file.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tailproof::bench {

inline constexpr std::int32_t rank = 2048;

/// Rows of one capture that are at least 3/4 as long as its width, in turn.
class RealRows {
 public:
  /// name: "indexer_layer1_64k" or "indexer_layer5_245k", from TAILPROOF_CAPTURES, else from
  /// ../shared/captures, else from tests/data. Throws InputError if it is nowhere.
  explicit RealRows(const std::string& name);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::int64_t count() const noexcept {
    return static_cast<std::int64_t>(rows_.size());
  }
  /// Number in the capture and valid scores of the i-th row, i modulo count().
  [[nodiscard]] std::int64_t number(std::int64_t i) const noexcept {
    return rows_[static_cast<std::size_t>(i % count())];
  }
  [[nodiscard]] std::span<const float> scores(std::int64_t i) const noexcept {
    return file_.matrix().valid(number(i));
  }
  /// Mean length of the rows.
  [[nodiscard]] double mean_length() const noexcept;

 private:
  std::string path_;
  io::ScoreFile file_;
  std::vector<std::int64_t> rows_;
};

/// The capture that a benchmark's first argument stands for: 64 or 245 (thousand scores).
[[nodiscard]] const RealRows& rows_of(const benchmark::State& state);

/// Indices of the reference's selection for each row, each accepted by the oracle; throws
/// std::runtime_error otherwise, so that nothing unverified is ever timed.
[[nodiscard]] const std::vector<std::vector<std::int32_t>>& verified_answers(
    const benchmark::State& state);

/// Sets the counters that the report reads: mean row length, number of rows.
void describe(benchmark::State& state, const RealRows& rows);

}  // namespace tailproof::bench
