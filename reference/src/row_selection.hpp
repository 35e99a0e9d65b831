// The three phases joined for one row; private to the selector.
#pragma once
#include "tailproof/reference/candidates.hpp"
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/refinement.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tailproof::reference {

class RowSelection {
 public:
  RowSelection(const Policy& policy, std::int32_t rank);

  [[nodiscard]] const Policy& policy() const noexcept { return policy_; }
  [[nodiscard]] std::int32_t rank() const noexcept { return rank_; }

  /// Scores must be free of NaN. trace may be null.
  void run(std::span<const float> scores, std::int64_t row, std::span<std::int32_t> indices,
           Trace* trace);

 private:
  // What one segment CTA owns privately (eq. 26).
  struct Segment {
    Range range;
    CandidateStore candidates;
    Histogram digits;
  };

  void start(std::span<const float> scores, std::int64_t row, bool traced);
  [[nodiscard]] Route choose_state(CountedRow& row);
  [[nodiscard]] std::optional<Route> try_sampled(CountedRow& row);
  [[nodiscard]] Boundaries propose(CountedRow& row, const View& view, const RequestedRanks& ranks);
  void merge_segments();
  void recover(CountedRow& row, CountedRow& second_pass);
  void finish(CountedRow& row, Route route, std::span<std::int32_t> indices);
  void note_spill(std::int64_t held);
  void mark_segments() const;
  void mark_spill() const;

  Policy policy_;
  std::int32_t rank_;
  std::vector<Segment> segments_;
  RefinementState state_;
  CandidateStore spare_;
  Histogram sampled_;
  Histogram coarse_;
  std::int64_t deepest_ = 0;
  bool traced_ = false;
  Trace trace_;
};

}  // namespace tailproof::reference
