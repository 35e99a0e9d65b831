#include "variant_trace.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>

namespace tailproof::properties {
namespace {

using reference::Histogram;

// The ABI's route numbers are those of spec 6, and so are the reference's.
static_assert(static_cast<int>(reference::Route::trivial) == TAILPROOF_ROUTE_TRIVIAL);
static_assert(static_cast<int>(reference::Route::direct) == TAILPROOF_ROUTE_DIRECT);

class Histograms {
 public:
  Histograms(std::span<const std::uint32_t> words, std::int64_t bins)
      : words_(words), bins_(static_cast<std::size_t>(bins)) {}

  // A slot holds at least as many words as its histogram has bins, or the histogram stays empty.
  [[nodiscard]] Histogram at(std::size_t slot, std::size_t bins) const {
    if (words_.empty() || bins > bins_) return {};
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(slot * bins_);
    return {begin, begin + static_cast<std::ptrdiff_t>(bins)};
  }

 private:
  std::span<const std::uint32_t> words_;
  std::size_t bins_;
};

}  // namespace

std::optional<std::string> record_fault(const tailproof_row_trace& record) {
  if (record.route > TAILPROOF_ROUTE_DIRECT) {
    return "unknown route " + std::to_string(record.route);
  }
  if (record.rounds > TAILPROOF_DIGIT_ROUNDS) {
    return "round count " + std::to_string(record.rounds);
  }
  if (record.present >= (TAILPROOF_TRACE_TIES << 1)) {
    return "unknown bits in present: " + std::to_string(record.present);
  }
  return std::nullopt;
}

reference::Trace to_trace(const tailproof_row_trace& record,
                          std::span<const std::uint32_t> histograms, std::int64_t bins,
                          const reference::Policy& policy) {
  const Histograms slots(histograms, bins);
  const auto has = [&record](std::uint32_t bit) { return (record.present & bit) != 0; };
  reference::Trace trace;
  trace.row = record.row;
  trace.length = record.length;
  trace.rank = record.rank;
  trace.route = static_cast<reference::Route>(record.route);
  if (has(TAILPROOF_TRACE_VIEW)) {
    trace.stride = record.stride;
    trace.phase = record.phase;
    trace.view = record.view;
    trace.q = record.q;
  }
  if (has(TAILPROOF_TRACE_RESCUE)) trace.q1 = record.q1;
  if (has(TAILPROOF_TRACE_TAU0)) {
    trace.tau0 = record.tau0;
    trace.t0_bits = record.t0_bits;
    trace.sampled_histogram = slots.at(TAILPROOF_HISTOGRAM_SAMPLED, reference::coarse_bins);
  }
  if (has(TAILPROOF_TRACE_TAU1)) {
    trace.tau1 = record.tau1;
    trace.t1_bits = record.t1_bits;
  }
  if (has(TAILPROOF_TRACE_COUNT0)) {
    trace.count0 = record.count0;
    trace.proposal_histogram0 = slots.at(TAILPROOF_HISTOGRAM_PROPOSAL0, policy.digit_bins(0));
  }
  if (has(TAILPROOF_TRACE_COUNT1)) {
    trace.count1 = record.count1;
    trace.proposal_histogram1 = slots.at(TAILPROOF_HISTOGRAM_PROPOSAL1, policy.digit_bins(0));
  }
  if (has(TAILPROOF_TRACE_COARSE)) {
    trace.tau_star = record.tau_star;
    trace.coarse_histogram = slots.at(TAILPROOF_HISTOGRAM_COARSE, reference::coarse_bins);
  }
  if (has(TAILPROOF_TRACE_ENTRY)) {
    trace.committed = record.committed;
    trace.frontier = record.frontier;
    trace.quota = record.quota;
  }
  for (std::uint32_t round = 0; round < record.rounds; ++round) {
    const tailproof_round_trace& from = record.round[round];
    trace.rounds.push_back(
        {from.digit, from.committed, from.kept, from.quota,
         slots.at(TAILPROOF_HISTOGRAM_ROUND0 + round, policy.digit_bins(static_cast<int>(round)))});
  }
  if (has(TAILPROOF_TRACE_TIES)) trace.tie_slots = record.tie_slots;
  trace.spilled = record.spilled;
  trace.reads = static_cast<std::int64_t>(record.reads);
  trace.frontier_reads = static_cast<std::int64_t>(record.frontier_reads);
  return trace;
}

}  // namespace tailproof::properties
