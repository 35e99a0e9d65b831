/// Reduces a failing call to a minimal one.
///
/// Passes in order: layout, rows, policy, rank, tails, length, rank with length, ties, values,
/// places; from
/// the top again until a round changes nothing. A pass never restarts after a success: its cursor
/// stays where it is, so that many interacting elements cost n log n candidates, not n^2.
///
/// Where several candidates go out as rows of one call, that call only screens them: the view phase
/// depends on the row's number (spec 3), so what fails there is kept only if it then fails alone,
/// and the last round tries every candidate alone. A minimum is a minimum of single calls.
#pragma once
#include "tailproof/properties/specimen.hpp"
#include "tailproof/properties/subject.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties {

/// What one run of a call showed: the rows that failed; row -1 is the call as a whole.
using FailedRows = std::vector<std::int64_t>;

/// The failure to be kept: runs a call once. Equal calls may answer differently (flaky subjects).
using FailureTest = std::function<FailedRows(const Call& call, std::uint64_t seed)>;

/// Budgets, what counts as failing, and what may be changed.
struct ShrinkOptions {
  std::int64_t most_candidates = 200'000;  ///< calls made, all repetitions included
  double most_seconds = 60;                ///< wall clock
  /// A candidate fails when at least `failures` of `runs` runs fail.
  std::int32_t failures = 1;
  std::int32_t runs = 1;
  /// Rows that may be packed into one call; 1 = every candidate is a call of its own. Only for
  /// failures of single rows.
  std::int64_t rows_per_call = 1;
  bool change_policy = false;  ///< the subject follows the call's policy
  /// Told of every accepted candidate: pass and size.
  std::function<void(std::string_view pass, const Specimen& accepted)> accepted;
};

/// Why shrinking ended, or that nobody asked for it.
enum class ShrinkEnd : std::uint8_t {
  minimal,
  out_of_candidates,
  out_of_time,
  not_failing,
  not_tried,
};
[[nodiscard]] std::string_view shrink_end_name(ShrinkEnd end) noexcept;

/// What shrinking came to.
struct ShrinkResult {
  Specimen smallest;  ///< the best found; the original where nothing was accepted
  ShrinkEnd end = ShrinkEnd::minimal;
  std::int64_t candidates = 0;
  std::int64_t accepted = 0;
  double seconds = 0;
};

/// Reduces a failing specimen; every accepted candidate was seen failing. Deterministic if the test
/// is, up to the wall clock.
[[nodiscard]] ShrinkResult shrink(const Specimen& failing, const FailureTest& test,
                                  const ShrinkOptions& options);

/// How often a specimen fails: failures of runs.
struct FailureRate {
  std::int32_t failures = 0;
  std::int32_t runs = 0;
  [[nodiscard]] bool flaky() const noexcept { return failures > 0 && failures < runs; }
};
[[nodiscard]] FailureRate measure_rate(const Specimen& specimen, const FailureTest& test,
                                       std::int32_t runs);

}  // namespace tailproof::properties
