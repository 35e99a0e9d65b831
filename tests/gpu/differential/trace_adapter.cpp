#include "trace_adapter.hpp"

#include "tailproof/reference/keys.hpp"

namespace tailproof::gpu_test {
namespace {

class Slots {
 public:
  Slots(const std::uint32_t* histograms, std::int64_t bins)
      : histograms_(histograms), bins_(bins) {}
  [[nodiscard]] reference::Histogram take(int slot, std::uint32_t size) const {
    if (histograms_ == nullptr) return {};
    const std::uint32_t* first = histograms_ + slot * bins_;
    return {first, first + size};
  }

 private:
  const std::uint32_t* histograms_;
  std::int64_t bins_;
};

void add_phase_1(reference::Trace& trace, const tailproof_row_trace& row, const Slots& slots) {
  if ((row.present & TAILPROOF_TRACE_VIEW) != 0) {
    trace.stride = row.stride;
    trace.phase = row.phase;
    trace.view = row.view;
    trace.q = row.q;
  }
  if ((row.present & TAILPROOF_TRACE_RESCUE) != 0) trace.q1 = row.q1;
  if ((row.present & TAILPROOF_TRACE_TAU0) != 0) {
    trace.tau0 = row.tau0;
    trace.t0_bits = row.t0_bits;
    trace.sampled_histogram = slots.take(TAILPROOF_HISTOGRAM_SAMPLED, reference::coarse_bins);
  }
  if ((row.present & TAILPROOF_TRACE_TAU1) != 0) {
    trace.tau1 = row.tau1;
    trace.t1_bits = row.t1_bits;
  }
}

void add_phase_2(reference::Trace& trace, const tailproof_row_trace& row, const Slots& slots,
                 const reference::Policy& policy) {
  const std::uint32_t leading = policy.digit_bins(0);
  if ((row.present & TAILPROOF_TRACE_COUNT0) != 0) {
    trace.count0 = row.count0;
    trace.proposal_histogram0 = slots.take(TAILPROOF_HISTOGRAM_PROPOSAL0, leading);
  }
  if ((row.present & TAILPROOF_TRACE_COUNT1) != 0) {
    trace.count1 = row.count1;
    trace.proposal_histogram1 = slots.take(TAILPROOF_HISTOGRAM_PROPOSAL1, leading);
  }
  if ((row.present & TAILPROOF_TRACE_COARSE) != 0) {
    trace.tau_star = row.tau_star;
    trace.coarse_histogram = slots.take(TAILPROOF_HISTOGRAM_COARSE, reference::coarse_bins);
  }
  if ((row.present & TAILPROOF_TRACE_ENTRY) != 0) {
    trace.committed = row.committed;
    trace.frontier = row.frontier;
    trace.quota = row.quota;
  }
}

void add_phase_3(reference::Trace& trace, const tailproof_row_trace& row, const Slots& slots,
                 const reference::Policy& policy) {
  for (std::uint32_t j = 0; j < row.rounds; ++j) {
    const tailproof_round_trace& round = row.round[j];
    const int number = static_cast<int>(j);
    trace.rounds.push_back(
        {round.digit, round.committed, round.kept, round.quota,
         slots.take(TAILPROOF_HISTOGRAM_ROUND0 + number, policy.digit_bins(number))});
  }
  if ((row.present & TAILPROOF_TRACE_TIES) != 0) trace.tie_slots = row.tie_slots;
}

}  // namespace

reference::Trace to_reference(const tailproof_row_trace& row, const std::uint32_t* histograms,
                              std::int64_t bins, const reference::Policy& policy) {
  const Slots slots(histograms, bins);
  reference::Trace trace;
  trace.row = row.row;
  trace.length = row.length;
  trace.rank = row.rank;
  trace.route = static_cast<reference::Route>(row.route);
  add_phase_1(trace, row, slots);
  add_phase_2(trace, row, slots, policy);
  add_phase_3(trace, row, slots, policy);
  trace.spilled = row.spilled;
  trace.reads = static_cast<std::int64_t>(row.reads);
  trace.frontier_reads = static_cast<std::int64_t>(row.frontier_reads);
  return trace;
}

}  // namespace tailproof::gpu_test
