#include "check_row.hpp"

#include "agreement.hpp"
#include "coverage.hpp"
#include "hostile_rows.hpp"
#include "tailproof/generators/predicted_route.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/oracle.hpp"
#include "target.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::fuzz {

void check_row(reference::Selector& selector, std::span<const float> scores, std::int64_t row) {
  const auto rank = static_cast<std::size_t>(selector.rank());
  std::vector<std::int32_t> picks(rank);
  std::vector<std::int32_t> again(rank);
  reference::Trace trace;
  selector.select(scores, row, picks, &trace);
  selector.select(scores, row, again);
  note_spill(trace);
  require(picks == again, "a trace changes the answer");
  const std::string wrong = test::differences(
      independent::account_for(row, {scores.begin(), scores.end()}, selector.rank(),
                               test::rules_of(selector.policy())),
      trace);
  require(wrong.empty(), "the independent account differs: " + wrong);
  reference::Oracle oracle(selector.rank());
  const reference::Verdict verdict = oracle.judge_row(scores, row, picks);
  require(verdict.accepted(), "the oracle rejects: " + to_string(verdict));
  const reference::Route predicted =
      generators::predicted_route(scores, row, selector.rank(), selector.policy());
  require(predicted == trace.route,
          "another route is predicted: " + std::string(reference::route_name(predicted)));
}

void check_refusal(reference::Selector& selector, std::span<const float> scores, std::int64_t row) {
  std::vector<std::int32_t> picks(static_cast<std::size_t>(selector.rank()));
  const auto nan = reference::first_nan(scores);
  require(nan.has_value(), "asked to refuse a row without NaN");
  try {
    selector.select(scores, row, picks);
  } catch (const reference::ContractError& refusal) {
    const std::string place =
        "row " + std::to_string(row) + ": NaN at position " + std::to_string(*nan) + " ";
    require(std::string_view(refusal.what()).starts_with(place),
            std::string("the refusal names another place: ") + refusal.what());
    return;
  }
  throw Finding("a row with NaN is selected from");
}

}  // namespace tailproof::fuzz
