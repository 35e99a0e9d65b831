// Laws of calls made again: the very same one, and one shape with other lengths and live rows.
#include "checks.hpp"
#include "derived_call.hpp"
#include "law.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace tailproof::properties::checks {
namespace {

// What an exact selector selects of a row.
Keys best_keys(std::span<const float> scores, std::int32_t rank) {
  Keys keys(scores.size());
  std::transform(scores.begin(), scores.end(), keys.begin(), reference::key32);
  if (keys.size() > static_cast<std::size_t>(rank)) {
    std::nth_element(keys.begin(), keys.begin() + rank, keys.end());
    keys.resize(static_cast<std::size_t>(rank));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

void repeated(Trial& trial, Findings& findings) {
  Law law("repeated", trial, findings);
  if (!law.applies()) return;
  const Call& call = trial.call();
  const Answer* answer = law.ask(call, !trial.answer().traces.empty());
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    const auto first = trial.indices(row);
    const auto second = row_slots(*answer, row, call.rank);
    if (!answer->traces.empty() && !(answer->traces[r] == trial.answer().traces[r])) {
      law.report(row, "again: another trace");
    }
    if (std::equal(first.begin(), first.end(), second.begin())) continue;
    const Keys again = selected_keys(trial.scores(row), second);
    const std::string problem = difference(law.original(row), again);
    if (!problem.empty()) {
      law.report(row, "again: " + problem);
      continue;
    }
    std::vector<std::int32_t> a(first.begin(), first.end());
    std::vector<std::int32_t> b(second.begin(), second.end());
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    findings.push_back({"repeated", FindingClass::legal_variation, row,
                        a == b ? "again: another order" : "again: another choice of ties"});
  }
}

// What a captured launch goes through: its shape is first called with nothing to do, then with
// fewer and shorter rows than it has room for, then with all of them, and with nothing again.
void replayed(Trial& trial, Findings& findings) {
  Law law("replayed", trial, findings);
  if (!law.applies()) return;
  const Call& call = trial.call();
  const std::int64_t rows = call.rows();
  // Wider than the call, so that the shape is new and the first call is the first on its workspace.
  DerivedCall derived(call, lengths_of(call), call.matrix.width + 1);
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto scores = trial.scores(row);
    std::copy(scores.begin(), scores.end(), derived.row(row).begin());
  }
  const Call whole = derived.call();
  generators::Draws draws = law_draws(trial);
  Call nothing = whole;
  nothing.matrix.lengths = {};
  nothing.spare_rows = rows;
  const auto idles = [&] { return !trial.traits().reads_live_rows || law.ask(nothing) != nullptr; };
  if (!idles()) return;
  std::vector<std::int32_t> shorter(static_cast<std::size_t>(draws.between(1, rows)));
  for (std::size_t row = 0; row < shorter.size(); ++row) {
    shorter[row] = static_cast<std::int32_t>(draws.between(0, whole.matrix.lengths[row]));
  }
  Call brief = whole;
  brief.matrix.lengths = shorter;
  brief.spare_rows = rows - brief.rows();
  const Answer* answer = law.ask(brief);
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < brief.rows(); ++row) {
    const auto scores = brief.matrix.valid(row);
    law.compare(row, best_keys(scores, brief.rank),
                selected_keys(scores, row_slots(*answer, row, brief.rank)), "cut short");
  }
  answer = law.ask(whole);
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < rows; ++row) {
    law.compare(row, law.original(row),
                selected_keys(trial.scores(row), row_slots(*answer, row, whole.rank)), "replayed");
  }
  static_cast<void>(idles());
}

}  // namespace tailproof::properties::checks
