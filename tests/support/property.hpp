/// RapidCheck behind a wrapper of our own: named properties, replayable seeds, and a property
/// that ran zero times is a SKIP, never a pass.
///
/// rapidcheck/catch.h passes no test id, so RC_PARAMS="reproduce=..." silently skips every property
/// and reports success; here the id is always given and the count of successes is looked at.
#pragma once
#include <rapidcheck.h>
#include <cstdint>
#include <string>
#include <utility>

namespace tailproof::test {

/// What a run of one property came to.
enum class PropertyOutcome { passed, failed, ran_zero_times };

/// Number of successes asked for and the seed (0: the suite's own, see suite_seed()).
struct PropertyOptions {
  int successes = 100;
  std::uint64_t seed = 0;
};

/// Outcome with RapidCheck's account of it: counterexample, seed, reproduce string.
struct PropertyReport {
  PropertyOutcome outcome;
  std::string text;
};

/// The seed of this run: TAILPROOF_SEED in the environment (decimal or 0x...), else a fixed one.
[[nodiscard]] std::uint64_t suite_seed();

/// Sorts RapidCheck's four results into ours; an error or giving up is a failure.
[[nodiscard]] PropertyReport interpret(const rc::detail::TestResult& result, const std::string& id,
                                       std::uint64_t seed);

/// Reports to Catch2: FAIL with the account, or SKIP when nothing ran.
void report_to_catch(const PropertyReport& report);

/// Runs a RapidCheck testable under a name and returns the outcome without reporting it.
template <class Testable>
[[nodiscard]] PropertyReport run_property(const std::string& id, Testable&& testable,
                                          PropertyOptions options = {}) {
  rc::detail::TestMetadata metadata;
  metadata.id = id;
  metadata.description = id;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = options.successes;
  params.seed = options.seed != 0 ? options.seed : suite_seed();
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
  return interpret(result, id, params.seed);
}

/// Runs a property inside a Catch2 test case.
template <class Testable>
void check_property(const std::string& id, Testable&& testable, PropertyOptions options = {}) {
  report_to_catch(run_property(id, std::forward<Testable>(testable), options));
}

}  // namespace tailproof::test
