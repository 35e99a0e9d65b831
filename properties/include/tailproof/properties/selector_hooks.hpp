/// The places of an exact host selector that a planted fault can replace.
#pragma once
#include "tailproof/properties/call.hpp"
#include "tailproof/properties/subject.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/trace.hpp"
#include "tailproof/reference/view.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tailproof::properties {

/// Row positions of a candidate set.
using Positions = std::vector<std::int32_t>;

/// Every hook left empty means the exact behaviour that its comment states.
struct SelectorHooks {
  /// Positions scanned in a row: min(max(L, 0), N).
  std::function<std::int64_t(const Call&, std::int64_t row)> scanned_length;
  /// The score that the selector works on: itself.
  std::function<float(float)> score;
  /// The sampled view: reference::make_view.
  std::function<reference::View(std::int64_t row, std::int64_t length, std::uint32_t stride)> view;
  /// Whether a score joins the admitted tail: x >= cutoff.
  std::function<bool(float x, float cutoff)> admits;
  /// The part of a row that one segment CTA scans: all of it.
  std::function<reference::Range(reference::Range, std::uint32_t segment)> segment;
  /// Called after candidates were appended: nothing happens to them.
  std::function<void(Positions& candidates, reference::Histogram& digits, std::uint32_t capacity)>
      stored;
  /// Whether a proposal of that count is accepted: count >= rank.
  std::function<bool(std::int64_t count, std::int32_t rank)> certified;
  /// The ordered key that a digit round filters by: reference::key32.
  std::function<std::uint32_t(float)> filter_key;
  /// The quota after a round: k - before.
  std::function<std::int64_t(int round, std::int64_t quota)> quota;
  /// Digit rounds that are run: all three.
  int rounds = 3;
  /// Which positions of the last group fill the slots: the first ones.
  std::function<void(Positions& group, std::int64_t slots)> tie_fill;
  /// Whether the coarse histogram is cleared between the rows of a call: yes.
  bool clears_histogram = true;
  /// The finished row, to be spoilt: left alone. The trace is null when none is recorded.
  std::function<void(const Call&, std::int64_t row, std::span<std::int32_t> indices,
                     reference::Trace* trace)>
      finished;
  /// Whether the subject says that guards surround its calls: no.
  bool guarded = false;
  /// Whether it says that an oracle beside it judges its answers.
  bool judged = false;
  /// The whole answer, to be spoilt, with the number of calls so far: left alone.
  std::function<void(const Call&, Answer& answer, std::uint64_t calls)> answered;
};

}  // namespace tailproof::properties
