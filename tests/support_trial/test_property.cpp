#include "property.hpp"
#include "tailproof_catch.hpp"

#include <cstdlib>

using tailproof::test::interpret;
using tailproof::test::PropertyOutcome;
using tailproof::test::run_property;

TEST_CASE("a true property passes") {
  const auto report = run_property("addition commutes", [](int a, int b) {
    const auto x = static_cast<unsigned>(a);
    const auto y = static_cast<unsigned>(b);
    RC_ASSERT(x + y == y + x);
  });
  CHECK(report.outcome == PropertyOutcome::passed);
}

TEST_CASE("a false property fails and prints a counterexample and its seed") {
  const auto report = run_property("all are below 10", [](unsigned a) { RC_ASSERT(a < 10u); });
  CHECK(report.outcome == PropertyOutcome::failed);
  CHECK(report.text.find("TAILPROOF_SEED=") != std::string::npos);
  CHECK(report.text.find("10") != std::string::npos);
}

TEST_CASE("a property that discards everything fails, it does not pass") {
  const auto report = run_property("nothing qualifies", [](int) { RC_PRE(false); });
  CHECK(report.outcome == PropertyOutcome::failed);
}

TEST_CASE("a property that ran zero times is a skip, never a pass") {
  // RC_PARAMS="reproduce=..." makes RapidCheck return exactly this for every other property.
  rc::detail::SuccessResult nothing;
  nothing.numSuccess = 0;
  CHECK(interpret(nothing, "skipped", 1).outcome == PropertyOutcome::ran_zero_times);
}

TEST_CASE("the same seed gives the same counterexample") {
  const auto once = [] {
    return run_property("sum stays small", [](int a, int b) { RC_ASSERT(a / 2 + b / 2 < 40); },
                        {.successes = 200, .seed = 77});
  };
  CHECK(once().text == once().text);
}
