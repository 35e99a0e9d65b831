#include "hooked_selector.hpp"

#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::properties {

using namespace reference;

namespace {

// reference::locate() presumes that the rank is reached; a planted fault may break that.
Located bounded_locate(const Histogram& histogram, std::int64_t rank) {
  std::int64_t before = 0;
  std::uint32_t bin = 0;
  while (bin + 1 < histogram.size() && before + histogram[bin] < rank) before += histogram[bin++];
  return {bin, before};
}

}  // namespace

void HookedSelector::select_row(const Call& call, std::int64_t row, std::span<std::int32_t> indices,
                                Trace* trace) {
  call_ = &call;
  scores_ = call.matrix.scores + row * call.matrix.pitch;
  const std::int64_t given = call.matrix.lengths[static_cast<std::size_t>(row)];
  length_ = hooks_.scanned_length ? hooks_.scanned_length(call, row)
                                  : std::clamp<std::int64_t>(given, 0, call.matrix.width);
  trace_ = Trace{};
  trace_.row = row;
  trace_.length = static_cast<std::int32_t>(length_);
  trace_.rank = call.rank;
  deepest_ = 0;
  std::fill(indices.begin(), indices.end(), -1);
  if (length_ <= call.rank) {
    std::iota(indices.begin(), indices.begin() + length_, 0);
  } else {
    parts_.assign(call.policy.segments(), {});
    trace_.route = choose_state();
    trace_.committed = static_cast<std::int64_t>(committed_.size());
    trace_.frontier = static_cast<std::int64_t>(frontier_.size());
    trace_.quota = quota_;
    if (trace_.route == Route::certified_exactly) {
      committed_ = frontier_;
    } else {
      refine();
    }
    trace_.spilled = std::max<std::int64_t>(
        0, deepest_ - static_cast<std::int64_t>(call.policy.candidate_capacity()));
    const std::size_t slots = std::min(indices.size(), committed_.size());
    std::copy_n(committed_.begin(), slots, indices.begin());
  }
  if (hooks_.finished) hooks_.finished(call, row, indices, trace == nullptr ? nullptr : &trace_);
  if (trace != nullptr) *trace = trace_;
}

float HookedSelector::score(std::int64_t i) const {
  return hooks_.score ? hooks_.score(scores_[i]) : scores_[i];
}

Route HookedSelector::choose_state() {
  const Policy& policy = call_->policy;
  if (policy.proposal() != Proposal::sampled) {
    recover();
    if (policy.proposal() == Proposal::direct_registers) trace_.reads -= length_;
    return Route::direct;
  }
  if (const auto route = try_sampled()) return *route;
  recover();
  if (!trace_.tau0) return Route::exact_no_view;
  return trace_.count1 ? Route::exact_after_band : Route::exact_no_rescue;
}

std::optional<Route> HookedSelector::try_sampled() {
  const Policy& policy = call_->policy;
  const View view = hooks_.view ? hooks_.view(trace_.row, length_, policy.stride())
                                : make_view(trace_.row, length_, policy.stride());
  const RequestedRanks ranks = requested_ranks(policy, call_->rank);
  trace_.stride = view.stride;
  trace_.phase = view.phase;
  trace_.view = view.size;
  trace_.q = ranks.primary;
  trace_.q1 = ranks.rescue;
  if (!view_is_usable(view, ranks)) return std::nullopt;

  trace_.sampled_histogram.assign(coarse_bins, 0);
  for (std::int64_t j = 0; j < view.size; ++j) {
    ++trace_.sampled_histogram[coarse(score(view.position(j)))];
  }
  trace_.reads += view.size * policy.segments();
  trace_.tau0 = bounded_locate(trace_.sampled_histogram, ranks.primary).bin;
  const float t0 = bin_floor(*trace_.tau0);
  trace_.t0_bits = bin_floor_bits(*trace_.tau0);
  if (ranks.rescue) {
    trace_.tau1 = bounded_locate(trace_.sampled_histogram, *ranks.rescue).bin;
    trace_.t1_bits = bin_floor_bits(*trace_.tau1);
  }
  const auto accepted = [this](std::int64_t count) {
    return hooks_.certified ? hooks_.certified(count, call_->rank) : count >= call_->rank;
  };
  const auto admitted = [this](float x, float cutoff) {
    return hooks_.admits ? hooks_.admits(x, cutoff) : x >= cutoff;
  };

  digits_.assign(policy.digit_bins(0), 0);
  scan([&](float x) { return admitted(x, t0); });
  merge();
  trace_.count0 = static_cast<std::int64_t>(frontier_.size());
  trace_.proposal_histogram0 = digits_;
  if (accepted(*trace_.count0)) {
    return *trace_.count0 == call_->rank ? Route::certified_exactly : Route::certified;
  }
  if (!trace_.tau1) return std::nullopt;
  const float t1 = bin_floor(*trace_.tau1);
  scan([&](float x) { return admitted(x, t1) && !admitted(x, t0); });
  merge();
  trace_.count1 = static_cast<std::int64_t>(frontier_.size());
  trace_.proposal_histogram1 = digits_;
  if (accepted(*trace_.count1)) return Route::band;
  return std::nullopt;
}

template <class Admits>
void HookedSelector::scan(Admits admits) {
  for (std::uint32_t p = 0; p < parts_.size(); ++p) {
    Range range = segment_range(length_, p, call_->policy.segments());
    trace_.reads += range.size();
    if (hooks_.segment) range = hooks_.segment(range, p);
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const float x = score(i);
      if (!admits(x)) continue;
      parts_[p].push_back(static_cast<std::int32_t>(i));
      ++digits_[call_->policy.digit(key32(x), 0)];
    }
  }
}

void HookedSelector::merge() {
  committed_.clear();
  frontier_.clear();
  for (const Positions& part : parts_) frontier_.insert(frontier_.end(), part.begin(), part.end());
  note_deepest(frontier_.size());
  if (hooks_.stored) hooks_.stored(frontier_, digits_, call_->policy.candidate_capacity());
  quota_ = call_->rank;
}

void HookedSelector::recover() {
  if (hooks_.clears_histogram || coarse_.empty()) coarse_.assign(coarse_bins, 0);
  for (std::int64_t i = 0; i < length_; ++i) ++coarse_[coarse(score(i))];
  const Located boundary = bounded_locate(coarse_, call_->rank);
  trace_.tau_star = boundary.bin;
  trace_.coarse_histogram = coarse_;
  trace_.reads += 2 * length_;
  for (Positions& part : parts_) part.clear();
  committed_.clear();
  frontier_.clear();
  digits_.assign(call_->policy.digit_bins(0), 0);
  for (std::int64_t i = 0; i < length_; ++i) {
    const std::uint32_t bin = coarse(score(i));
    if (bin < boundary.bin) committed_.push_back(static_cast<std::int32_t>(i));
    if (bin != boundary.bin) continue;
    frontier_.push_back(static_cast<std::int32_t>(i));
    ++digits_[call_->policy.digit(key32(score(i)), 0)];
  }
  note_deepest(frontier_.size());
  if (hooks_.stored) hooks_.stored(frontier_, digits_, call_->policy.candidate_capacity());
  quota_ = call_->rank - boundary.before;
}

void HookedSelector::refine() {
  const Policy& policy = call_->policy;
  for (int round = 0; round < hooks_.rounds; ++round) {
    if (policy.early_exit() && quota_ == static_cast<std::int64_t>(frontier_.size())) break;
    const Located boundary = bounded_locate(digits_, quota_);
    RoundTrace done{boundary.bin, 0, 0, 0, digits_};
    const std::size_t before = committed_.size();
    trace_.frontier_reads += static_cast<std::int64_t>(frontier_.size());
    digits_.assign(round + 1 < digit_rounds ? policy.digit_bins(round + 1) : 0, 0);
    Positions kept;
    for (const std::int32_t i : frontier_) {
      const float x = score(i);
      const std::uint32_t digit =
          policy.digit(hooks_.filter_key ? hooks_.filter_key(x) : key32(x), round);
      if (digit < boundary.bin) committed_.push_back(i);
      if (digit != boundary.bin) continue;
      kept.push_back(i);
      if (!digits_.empty()) ++digits_[policy.digit(key32(x), round + 1)];
    }
    frontier_ = std::move(kept);
    quota_ -= static_cast<std::int64_t>(committed_.size() - before);
    if (hooks_.quota) quota_ = hooks_.quota(round, quota_);
    done.committed = static_cast<std::int64_t>(committed_.size() - before);
    done.kept = static_cast<std::int64_t>(frontier_.size());
    done.quota = quota_;
    trace_.rounds.push_back(std::move(done));
  }
  quota_ = std::clamp<std::int64_t>(quota_, 0, static_cast<std::int64_t>(frontier_.size()));
  trace_.tie_slots = quota_;
  if (hooks_.tie_fill) hooks_.tie_fill(frontier_, quota_);
  committed_.insert(committed_.end(), frontier_.begin(), frontier_.begin() + quota_);
}

void HookedSelector::note_deepest(std::size_t held) {
  deepest_ = std::max(deepest_, static_cast<std::int64_t>(held));
}

}  // namespace tailproof::properties
