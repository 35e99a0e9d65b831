// What was measured, as a table, CSV and JSON.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// How an entry fared at a shape.
enum class Status { timed, verified, floor, wrong, skipped, failed };

/// "timed", "verified", "floor", "WRONG", "SKIP", "FAILED".
[[nodiscard]] const char* status_name(Status status);

/// One entry at one shape of one family. Numbers below 0 are unknown.
struct Result {
  std::string family, group, shape, entry;
  std::int64_t rows = 0, width = 0, pitch = 0, rank = 0;
  std::int64_t calls = 0;  ///< selections of one replay
  Status status = Status::skipped;
  std::string detail;               ///< why it is wrong, skipped or failed
  std::vector<double> samples;      ///< milliseconds of a call (trace: of all calls), by round
  double milliseconds = -1;         ///< their median
  double floor_milliseconds = -1;   ///< of the fastest floor
  double launch_milliseconds = -1;  ///< of an empty kernel
  double bytes_per_row = -1;        ///< of scores, as the selector's trace counts them
  double band_rate = -1, exact_rate = -1;  ///< rows by route, of those longer than K
  std::int64_t workspace_bytes = -1;
  [[nodiscard]] double ratio() const;  ///< to the floor; -1: unknown
};

/// Of an even count the mean of the middle two; -1 of none.
[[nodiscard]] double median(std::vector<double> samples);

[[nodiscard]] std::string csv_header();
[[nodiscard]] std::string csv_line(const Result& result);

/// A run's facts by name, and all results. Always a whole document.
[[nodiscard]] std::string json_document(
    const std::vector<std::pair<std::string, std::string>>& facts,
    const std::vector<Result>& results);

/// Geometric mean and worst of the ratios of each family, group and entry, also by width.
[[nodiscard]] std::string summary(const std::vector<Result>& results);

}  // namespace tailproof::gpu_bench
