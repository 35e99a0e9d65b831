#include "row_selection.hpp"

#include "tailproof/reference/admission.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/recovery.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tailproof::reference {

RowSelection::RowSelection(const Policy& policy, std::int32_t rank)
    : policy_(policy),
      rank_(rank),
      segments_(policy.segments(), Segment{{}, CandidateStore(policy.candidate_capacity()), {}}),
      state_(policy.candidate_capacity()),
      spare_(policy.candidate_capacity()) {}

void RowSelection::run(std::span<const float> scores, std::int64_t row,
                       std::span<std::int32_t> indices, Trace* trace) {
  start(scores, row, trace != nullptr);
  CountedRow counted(scores);
  if (counted.length() <= rank_) {
    mark(Mark::route_trivial);
    const auto filled = indices.first(scores.size());
    std::iota(filled.begin(), filled.end(), 0);
    std::fill(indices.begin() + counted.length(), indices.end(), -1);
  } else {
    const Route route = choose_state(counted);
    finish(counted, route, indices);
  }
  if (trace != nullptr) *trace = std::move(trace_);
}

void RowSelection::start(std::span<const float> scores, std::int64_t row, bool traced) {
  traced_ = traced;
  trace_ = Trace{};
  trace_.row = row;
  trace_.length = static_cast<std::int32_t>(scores.size());
  trace_.rank = rank_;
  deepest_ = 0;
  state_.committed.clear();
  state_.frontier.clear();
  for (std::uint32_t p = 0; p < segments_.size(); ++p) {
    segments_[p].range =
        segment_range(static_cast<std::int64_t>(scores.size()), p, policy_.segments());
    segments_[p].candidates.clear();
    segments_[p].digits.assign(policy_.digit_bins(0), 0);
  }
}

// Brings (E_0, Q_0, k_0, h_0) about; the only part of a selection that depends on the route.
Route RowSelection::choose_state(CountedRow& row) {
  if (policy_.proposal() == Proposal::sampled) {
    if (const auto route = try_sampled(row)) return *route;
    recover(row, row);
    if (!trace_.tau0.has_value()) return Route::exact_no_view;
    return trace_.count1.has_value() ? Route::exact_after_band : Route::exact_no_rescue;
  }
  // A row kept in registers is classified without another score read.
  CountedRow registers = row;
  recover(row, policy_.proposal() == Proposal::direct_registers ? registers : row);
  return Route::direct;
}

std::optional<Route> RowSelection::try_sampled(CountedRow& row) {
  const View view = make_view(trace_.row, row.length(), policy_.stride());
  const RequestedRanks ranks = requested_ranks(policy_, rank_);
  trace_.stride = view.stride;
  trace_.phase = view.phase;
  trace_.view = view.size;
  trace_.q = ranks.primary;
  trace_.q1 = ranks.rescue;
  if (!view_is_usable(view, ranks)) {
    mark(view.size < ranks.primary ? Mark::view_below_primary_rank : Mark::view_below_rescue_rank);
    return std::nullopt;
  }
  if (view.size == ranks.largest()) mark(Mark::view_just_usable);

  const Boundaries boundaries = propose(row, view, ranks);
  const float t0 = bin_floor(boundaries.tau0);
  for (Segment& segment : segments_) {
    admit(row, segment.range, t0, policy_, segment.candidates, segment.digits);
  }
  merge_segments();
  trace_.count0 = state_.frontier.size();
  if (traced_) trace_.proposal_histogram0 = state_.digits;
  if (*trace_.count0 == rank_) return Route::certified_exactly;
  if (*trace_.count0 > rank_) return Route::certified;

  if (boundaries.tau1.has_value()) {
    if (*boundaries.tau1 == boundaries.tau0) mark(Mark::rescue_in_same_bin);
    const float t1 = bin_floor(*boundaries.tau1);
    for (Segment& segment : segments_) {
      admit_band(row, segment.range, t0, t1, policy_, segment.candidates, segment.digits);
    }
    merge_segments();
    trace_.count1 = state_.frontier.size();
    if (traced_) trace_.proposal_histogram1 = state_.digits;
    if (*trace_.count1 == rank_) mark(Mark::band_reaches_rank_exactly);
    if (*trace_.count1 >= rank_) return Route::band;
  }
  if (deepest_ > policy_.candidate_capacity()) mark(Mark::spill_of_failed_proposal);
  return std::nullopt;
}

// Each segment CTA rebuilds the same view from the row number alone, hence P times |V| reads.
Boundaries RowSelection::propose(CountedRow& row, const View& view, const RequestedRanks& ranks) {
  for (std::uint32_t p = 0; p < policy_.segments(); ++p) sample(row, view, sampled_);
  const Boundaries boundaries = localize(sampled_, ranks);
  if (traced_) trace_.sampled_histogram = sampled_;
  trace_.tau0 = boundaries.tau0;
  trace_.t0_bits = bin_floor_bits(boundaries.tau0);
  trace_.tau1 = boundaries.tau1;
  if (boundaries.tau1.has_value()) trace_.t1_bits = bin_floor_bits(*boundaries.tau1);
  return boundaries;
}

// Eq. 27: the finisher concatenates the disjoint tails and adds the private histograms.
void RowSelection::merge_segments() {
  state_.committed.clear();
  state_.frontier.clear();
  state_.quota = rank_;
  state_.digits.assign(policy_.digit_bins(0), 0);
  for (const Segment& segment : segments_) {
    state_.frontier.append(segment.candidates.all());
    add(state_.digits, segment.digits);
  }
  note_spill(state_.frontier.size());
}

void RowSelection::recover(CountedRow& row, CountedRow& second_pass) {
  coarse_.assign(coarse_bins, 0);
  for (const Segment& segment : segments_) count_coarse(row, segment.range, coarse_);
  const Located boundary = locate(coarse_, rank_);
  trace_.tau_star = boundary.bin;
  if (traced_) trace_.coarse_histogram = coarse_;
  state_.committed.clear();
  state_.frontier.clear();
  state_.digits.assign(policy_.digit_bins(0), 0);
  for (const Segment& segment : segments_) {
    classify(second_pass, segment.range, boundary.bin, policy_, state_.committed, state_.frontier,
             state_.digits);
  }
  state_.quota = rank_ - boundary.before;
  mark(state_.committed.empty() ? Mark::recovery_commits_nothing : Mark::recovery_commits_prefix);
  if (state_.frontier.spill_depth() > 0) mark(Mark::spill_in_recovery);
  note_spill(state_.frontier.size());
}

void RowSelection::finish(CountedRow& row, Route route, std::span<std::int32_t> indices) {
  mark(static_cast<Mark>(route));
  trace_.route = route;
  trace_.committed = static_cast<std::int64_t>(state_.committed.size());
  trace_.frontier = state_.frontier.size();
  trace_.quota = state_.quota;
  trace_.reads = row.reads();
  mark_segments();
  mark_spill();
  if (route == Route::certified_exactly) {
    const auto tail = state_.frontier.all();
    std::copy(tail.begin(), tail.end(), indices.begin());
  } else {
    trace_.tie_slots = refine(row, policy_, state_, spare_, traced_ ? &trace_.rounds : nullptr);
    std::copy(state_.committed.begin(), state_.committed.end(), indices.begin());
  }
  trace_.frontier_reads = row.reads() - trace_.reads;
  trace_.spilled = std::max<std::int64_t>(0, deepest_ - policy_.candidate_capacity());
}

void RowSelection::note_spill(std::int64_t held) {
  deepest_ = std::max(deepest_, held);
}

void RowSelection::mark_spill() const {
  const std::int64_t capacity = policy_.candidate_capacity();
  if (deepest_ < capacity) {
    mark(Mark::spill_none);
  } else if (deepest_ == capacity) {
    mark(Mark::spill_at_capacity);
  } else {
    mark(deepest_ <= 2 * capacity ? Mark::spill_shallow : Mark::spill_deep);
  }
}

void RowSelection::mark_segments() const {
  if (segments_.size() == 1 || !trace_.tau0.has_value()) return;
  for (const Segment& segment : segments_) {
    const auto held = segment.candidates.size();
    if (segment.range.size() == 0) {
      mark(Mark::segment_empty);
    } else if (held == 0) {
      mark(Mark::segment_without_candidates);
    } else if (held == state_.frontier.size() && state_.committed.empty()) {
      mark(Mark::segment_owns_all_candidates);
    }
  }
  const auto seams = std::span(segments_).first(segments_.size() - 1);
  for (std::size_t p = 0; p < seams.size(); ++p) {
    const auto left = segments_[p].candidates.all();
    const auto right = segments_[p + 1].candidates.all();
    // A band's positions come after the proposal's, so neither list is in order as a whole.
    const auto seam = static_cast<std::int32_t>(segments_[p].range.end);
    if (std::find(left.rbegin(), left.rend(), seam - 1) != left.rend() &&
        std::find(right.begin(), right.end(), seam) != right.end()) {
      mark(Mark::segment_seam_straddled);
    }
  }
}

}  // namespace tailproof::reference
