// The state that shrink passes share: the specimen so far, and one way to try another. Private.
#pragma once
#include "tailproof/properties/shrinker.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tailproof::properties {

class Reducer {
 public:
  Reducer(Specimen specimen, const FailureTest& test, const ShrinkOptions& options);

  [[nodiscard]] const Specimen& current() const noexcept { return current_; }
  [[nodiscard]] const ShrinkOptions& options() const noexcept { return options_; }
  [[nodiscard]] std::int64_t accepted() const noexcept { return accepted_; }
  [[nodiscard]] std::int64_t candidates() const noexcept { return candidates_; }
  [[nodiscard]] double seconds() const noexcept;
  /// True when a budget is used up: passes then return as they are.
  [[nodiscard]] bool exhausted() const noexcept;
  [[nodiscard]] bool out_of_time() const noexcept { return seconds() >= options_.most_seconds; }
  /// Names the pass that candidates come from.
  void enter(std::string_view pass) noexcept { pass_ = pass; }

  /// Whether the current specimen itself fails.
  [[nodiscard]] bool still_fails();
  /// Changes a copy, and keeps it if it fails.
  bool try_change(const std::function<void(Specimen&)>& change);

  /// Row that row passes work on, and whether its content may be changed (its length is legal).
  void focus(std::size_t row) noexcept { focus_ = row; }
  [[nodiscard]] const std::vector<float>& row() const noexcept {
    return current_.rows.scores[focus_];
  }
  /// Puts other scores (and rank) into the focus row and keeps them if the call then fails.
  /// On failure to fail, candidate is returned unchanged; on success it holds the former scores.
  bool try_row(std::vector<float>& candidate, std::int32_t rank);

  /// The first of count candidates for the focus row that fails, kept; or count. build(j, out)
  /// writes candidate j. With several rows per call the candidates go out as rows of one call, and
  /// only those that fail there are then tried alone. Row j of such a call has another view phase
  /// (spec 3) than row 0: nothing is kept that did not fail alone, and what passed there is only
  /// put off until screen_no_more().
  std::size_t first_failing(std::size_t count,
                            const std::function<void(std::size_t j, std::vector<float>&)>& build);
  /// Whether candidates were passed over because of how they fared as rows of one call.
  [[nodiscard]] bool screened() const noexcept { return screened_; }
  /// From now on every candidate is tried alone.
  void screen_no_more() noexcept {
    may_screen_ = false;
    screened_ = false;
  }
  /// How many candidates to offer next: doubles while nothing fails, falls back to one after.
  [[nodiscard]] std::size_t batch() const noexcept { return batch_; }

 private:
  [[nodiscard]] bool fails(const Call& call);
  [[nodiscard]] std::vector<std::size_t> screen(
      std::size_t count, const std::function<void(std::size_t j, std::vector<float>&)>& build);
  [[nodiscard]] bool packs() const noexcept;
  [[nodiscard]] bool tight() const noexcept;
  void fit_width();
  void note_accepted();

  Specimen current_;
  const FailureTest& test_;
  const ShrinkOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string_view pass_;
  std::size_t focus_ = 0;
  std::size_t batch_ = 1;
  std::int64_t candidates_ = 0;
  std::int64_t accepted_ = 0;
  bool tight_ = false;
  bool may_screen_ = true;
  bool screened_ = false;
  std::vector<float> scratch_;
  std::vector<float> packed_;
};

// The passes. Each leaves the specimen failing and no larger.
namespace passes {

void plain_layout(Reducer& reducer);      ///< no padding, no offset, width = longest row
void rows(Reducer& reducer);              ///< drop rows, then empty those that must stay
void policy(Reducer& reducer);            ///< small stride and capacity, no segments
void rank(Reducer& reducer);              ///< K alone, toward 1
void tails(Reducer& reducer);             ///< only scores that the selection turns on
void length(Reducer& reducer);            ///< chunks of a row, halving
void rank_with_length(Reducer& reducer);  ///< winners and K together
void ties(Reducer& reducer);              ///< all scores of neighbouring values made equal
void values(Reducer& reducer);  ///< all equal scores together, toward 0, 1, small integers
void places(Reducer& reducer);  ///< equal scores apart, toward the row's simplest value

}  // namespace passes

}  // namespace tailproof::properties
