/// Coverage marks: the reference names what happened, a run counts it and can demand it.
///
///   MarkCounts counts;
///   { MarkScope scope(counts); selector.select(...); }
///   counts[Mark::route_band]   // how often the band certified a row
///
/// Marks count on the calling thread only, and cost one predictable branch when nobody listens.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace tailproof::reference {

/// Every event that the reference names; spelled in reports by mark_name().
enum class Mark : std::uint8_t {
  route_trivial,
  route_certified,
  route_certified_exactly,
  route_band,
  route_exact_no_rescue,
  route_exact_after_band,
  route_exact_no_view,
  route_direct,
  view_below_primary_rank,    ///< |V| < q
  view_below_rescue_rank,     ///< q <= |V| < q1
  view_just_usable,           ///< |V| == the largest requested rank
  rescue_in_same_bin,         ///< tau1 == tau0: the band is empty
  band_reaches_rank_exactly,  ///< C(tau1) == K
  spill_none,                 ///< the deepest set of a non-trivial row fits CAP
  spill_at_capacity,          ///< it fills CAP exactly
  spill_shallow,              ///< 1 to CAP entries beyond CAP
  spill_deep,                 ///< more than CAP entries beyond CAP
  spill_of_failed_proposal,   ///< a proposal that did not certify had spilled
  spill_in_recovery,          ///< the boundary bin of exact recovery spilled
  spill_after_round,          ///< a frontier still spills after a digit round
  recovery_commits_nothing,   ///< E_0 empty after exact coarse recovery
  recovery_commits_prefix,    ///< E_0 not empty
  settled_in_round_0,         ///< k_j == |Q_j| first holds after this round
  settled_in_round_1,
  settled_in_round_2,
  early_exit,                  ///< a policy with early exit skipped the remaining rounds
  tie_fill_whole_group,        ///< the last group fits its slots
  tie_fill_choice,             ///< more ties than slots: any choice is right
  segment_empty,               ///< a segment beyond the end of a short row
  segment_without_candidates,  ///< a segment with scores but none admitted
  segment_owns_all_candidates,
  segment_seam_straddled,  ///< candidates on both sides of one seam, adjacent to it
};
inline constexpr int mark_count = static_cast<int>(Mark::segment_seam_straddled) + 1;

/// The enumerator's own spelling with '-' for '_', for tables and JSON.
[[nodiscard]] std::string_view mark_name(Mark mark) noexcept;

/// How often each mark was hit.
class MarkCounts {
 public:
  [[nodiscard]] std::uint64_t operator[](Mark mark) const noexcept {
    return counts_[static_cast<std::size_t>(mark)];
  }
  void hit(Mark mark) noexcept { ++counts_[static_cast<std::size_t>(mark)]; }
  MarkCounts& operator+=(const MarkCounts& other) noexcept {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    return *this;
  }

 private:
  std::array<std::uint64_t, mark_count> counts_{};
};

namespace detail {
inline thread_local MarkCounts* mark_sink = nullptr;
}

/// Counts marks of this thread into counts while alive; scopes nest, the innermost counts.
class MarkScope {
 public:
  explicit MarkScope(MarkCounts& counts) noexcept : outer_(detail::mark_sink) {
    detail::mark_sink = &counts;
  }
  ~MarkScope() { detail::mark_sink = outer_; }
  MarkScope(const MarkScope&) = delete;
  MarkScope& operator=(const MarkScope&) = delete;

 private:
  MarkCounts* outer_;
};

/// Called by the reference where the named event happens.
inline void mark(Mark which) noexcept {
  if (detail::mark_sink != nullptr) detail::mark_sink->hit(which);
}

}  // namespace tailproof::reference
