/// One run of a subject over many drawn cases. The result is a pure function of the options, also
/// across thread counts, as long as cases are counted (a time budget is not) and the subject is
/// itself a function of its calls.
#pragma once
#include "tailproof/generators/sampler.hpp"
#include "tailproof/properties/coverage.hpp"
#include "tailproof/properties/property.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::properties {

/// One of several equal parts of a run: every `of`-th block of cases.
struct Shard {
  std::uint32_t number = 1;  ///< 1 to of
  std::uint32_t of = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// What to check, on what, for how long.
struct CheckOptions {
  std::string subject = "reference";  ///< for make_subject()
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> cases;   ///< stop after so many cases ...
  double budget_seconds = 60;           ///< ... or, where none are given, after this time
  generators::SamplerOptions sampler;   ///< what is drawn
  std::vector<std::string> properties;  ///< names; empty: all
  int threads = 1;
  /// Metamorphic laws and repetition put to each case, drawn by its seed; -1: all of them.
  int laws_per_case = 2;
  /// Which part of the cases; more than one needs a number of cases, which is that of all parts.
  Shard shard;
};

/// What came of one property.
struct PropertyTally {
  const Property* property = nullptr;
  std::string not_checked;       ///< why the subject cannot be held to it, empty if it was
  std::uint64_t cases = 0;       ///< cases that held something it speaks about
  std::uint64_t violations = 0;  ///< findings by class, rows or calls
  std::uint64_t variations = 0;
  std::uint64_t robustness = 0;
};

/// The first case that a property failed on.
struct Failure {
  std::uint64_t index = 0;
  generators::Recipe recipe;
  std::uint64_t law_seed = 0;
  Finding finding;
};

/// What a run came to. Rows and findings count in the order of the cases, not of the threads.
struct CheckResult {
  std::uint64_t cases = 0;
  std::uint64_t rows = 0;
  std::uint64_t refused_cases = 0;  ///< outside the subject's limits or the contract
  std::vector<PropertyTally> tallies;
  Coverage coverage;
  std::vector<Failure> failures;  ///< one a property, by property
  std::vector<std::string> left_out;
  double seconds = 0;

  [[nodiscard]] double rows_per_second() const noexcept {
    return seconds > 0 ? static_cast<double>(rows) / seconds : 0;
  }
  /// True if at least one property had something to look at.
  [[nodiscard]] bool checked_anything() const noexcept {
    return std::any_of(tallies.begin(), tallies.end(),
                       [](const PropertyTally& tally) { return tally.cases > 0; });
  }
};

/// Adds what the next block came to. Both hold the same properties. Of failures the first of a
/// property stays, so that blocks appended in order make the run that did them all.
void append(CheckResult& total, const CheckResult& block);

/// How a run is going, told after each block of cases.
struct Progress {
  std::uint64_t cases = 0;
  std::uint64_t rows = 0;
  double seconds = 0;
  double seconds_left = 0;  ///< estimated
  int routes_hit = 0;
  std::uint64_t block = 0;              ///< number of the block, over all shards
  const CheckResult* result = nullptr;  ///< of that block alone
};

/// Runs until the cases or the time are used up, a block of cases held a failure, or a call hung.
/// A shard ends at its own first failure. Throws InputError for options that mean nothing.
[[nodiscard]] CheckResult run_check(const CheckOptions& options,
                                    const std::function<void(const Progress&)>& progress = {});

/// What laws draw from in case number index of a run.
[[nodiscard]] std::uint64_t law_seed(std::uint64_t seed, std::uint64_t index) noexcept;

}  // namespace tailproof::properties
