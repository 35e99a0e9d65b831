/// From a failure to something a person can read: reproduced, measured, shrunk, explained.
#pragma once
#include "tailproof/generators/recipe.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/finding.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/shrinker.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::properties {

/// A failing case with all that is known of it; what is stored and printed.
struct CaseReport {
  std::string subject;
  std::string property;
  std::string recipe;    ///< of the original case; empty if there was none
  std::string detail;    ///< of the finding on the specimen
  std::int64_t row = 0;  ///< the row of the specimen that it is about; -1: the call
  FailureRate rate;      ///< of the specimen as it stands
  FindingClass finding_class = FindingClass::violation;
  Specimen specimen;
  ShrinkEnd end = ShrinkEnd::not_tried;
  std::int64_t candidates = 0;
  double seconds = 0;
  Status status = Status::ok;
  std::vector<std::int32_t> indices;           ///< what the subject picked, M x K
  std::vector<reference::Trace> traces;        ///< the subject's, where it records any
  std::vector<std::int32_t> expected_indices;  ///< the reference's; empty for an illegal call
  std::vector<reference::Trace> expected_traces;
  /// "proposal: tau0: 212, not 213": the first phase in which the subject departs, if it does.
  std::string departure;
  /// False where the call holds nothing that the property speaks about: it then says nothing.
  bool checked = true;
};

/// Runs after which a failure with this rate shows itself again all but surely (99 of 100).
[[nodiscard]] std::int32_t runs_to_see_again(const FailureRate& rate);

/// How a failure is looked into.
struct InvestigateOptions {
  ShrinkOptions shrink;
  bool shrink_it = true;
  /// Runs that tell a flaky failure from a steady one.
  std::int32_t probes = 5;
  /// A flaky failure is shrunk only if told how many of how many runs must fail.
  std::optional<std::pair<std::int32_t, std::int32_t>> flaky_rule;
};

/// The failure of one property as a test for the shrinker. Subject and property must live on.
[[nodiscard]] FailureTest failure_test(Judge& judge, const Property& property);

/// Reduces a recipe that fails steadily while it fails and time is left: fewer rows, half the
/// width, plain layout, no edits.
[[nodiscard]] generators::Recipe shrink_recipe(const generators::Recipe& failing,
                                               std::uint64_t law_seed, const FailureTest& test,
                                               double most_seconds);

/// What became of a drawn case that failed: its recipe is shrunk, then its rows. A case that does
/// not fail in every run is left as it is, unless options hold a rule for it.
[[nodiscard]] CaseReport investigate(const Failure& failure, Judge& judge,
                                     const InvestigateOptions& options);

/// Reproduces a specimen's failure, shrinks it and fills a report. A failure that does not come
/// back is reported with its rate and left as it is.
[[nodiscard]] CaseReport investigate(const Specimen& specimen, Judge& judge,
                                     const Property& property, const InvestigateOptions& options);

}  // namespace tailproof::properties
