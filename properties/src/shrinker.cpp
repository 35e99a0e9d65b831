#include "tailproof/properties/shrinker.hpp"

#include "reducer.hpp"

#include <array>
#include <utility>

namespace tailproof::properties {
namespace {

// True where the scores of a row may be changed: its given length is its own.
bool has_legal_length(const Specimen& specimen, std::size_t row) {
  return specimen.lengths.empty() ||
         specimen.lengths[row] == static_cast<std::int32_t>(specimen.rows.scores[row].size());
}

void one_round(Reducer& reducer) {
  passes::plain_layout(reducer);
  passes::rows(reducer);
  passes::policy(reducer);
  passes::rank(reducer);
  for (std::size_t row = 0; row < reducer.current().rows.scores.size(); ++row) {
    if (!has_legal_length(reducer.current(), row)) continue;
    reducer.focus(row);
    passes::tails(reducer);
    passes::length(reducer);
    passes::rank_with_length(reducer);
    if (reducer.row().empty()) continue;
    passes::ties(reducer);
    passes::values(reducer);
    passes::places(reducer);
  }
}

}  // namespace

std::string_view shrink_end_name(ShrinkEnd end) noexcept {
  static constexpr std::array<std::string_view, 5> names = {"minimal", "candidate budget used up",
                                                            "time used up",
                                                            "does not fail any more", "not shrunk"};
  return names[static_cast<std::size_t>(end)];
}

ShrinkResult shrink(const Specimen& failing, const FailureTest& test,
                    const ShrinkOptions& options) {
  Reducer reducer(failing, test, options);
  ShrinkResult result;
  if (!reducer.still_fails()) {
    result.end = ShrinkEnd::not_failing;
  } else {
    // Every round but the last makes the specimen strictly smaller, so there is a last one.
    while (!reducer.exhausted()) {
      const std::int64_t before = reducer.accepted();
      one_round(reducer);
      if (reducer.accepted() != before) continue;
      if (!reducer.screened()) break;
      reducer.screen_no_more();
    }
    if (reducer.exhausted()) {
      result.end = reducer.out_of_time() ? ShrinkEnd::out_of_time : ShrinkEnd::out_of_candidates;
    }
  }
  result.smallest = reducer.current();
  result.candidates = reducer.candidates();
  result.accepted = reducer.accepted();
  result.seconds = reducer.seconds();
  return result;
}

FailureRate measure_rate(const Specimen& specimen, const FailureTest& test, std::int32_t runs) {
  FailureRate rate;
  const SpecimenCall made(specimen);
  for (; rate.runs < runs; ++rate.runs) {
    rate.failures += test(made.call(), specimen.seed).empty() ? 0 : 1;
  }
  return rate;
}

}  // namespace tailproof::properties
