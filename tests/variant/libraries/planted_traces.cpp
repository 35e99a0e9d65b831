#include "planted_traces.hpp"

#include "exact_rows.hpp"
#include "tailproof/reference/selector.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace planted {
namespace {

using namespace tailproof::reference;

constexpr const char* policy_text = "stride=4,capacity=16";
constexpr std::int64_t bins = 2048;

class Slots {
 public:
  Slots(const tailproof_trace_buffer& buffer, std::int64_t row) : buffer_(buffer), row_(row) {}
  void put(int slot, const Histogram& histogram) const {
    if (buffer_.histograms == nullptr) return;
    std::copy(histogram.begin(), histogram.end(),
              buffer_.histograms + (row_ * TAILPROOF_HISTOGRAMS + slot) * buffer_.histogram_bins);
  }

 private:
  const tailproof_trace_buffer& buffer_;
  std::int64_t row_;
};

tailproof_row_trace record_of(const Trace& trace) {
  tailproof_row_trace record{};
  const auto put = [&record](const auto& value, auto& field, std::uint32_t bit) {
    if (!value) return;
    field = static_cast<std::uint32_t>(*value);
    record.present |= bit;
  };
  record.row = trace.row;
  record.length = trace.length;
  record.rank = trace.rank;
  record.route = static_cast<std::uint32_t>(trace.route);
  put(trace.stride, record.stride, TAILPROOF_TRACE_VIEW);
  put(trace.phase, record.phase, TAILPROOF_TRACE_VIEW);
  put(trace.view, record.view, TAILPROOF_TRACE_VIEW);
  put(trace.q, record.q, TAILPROOF_TRACE_VIEW);
  put(trace.q1, record.q1, TAILPROOF_TRACE_RESCUE);
  put(trace.tau0, record.tau0, TAILPROOF_TRACE_TAU0);
  put(trace.t0_bits, record.t0_bits, TAILPROOF_TRACE_TAU0);
  put(trace.tau1, record.tau1, TAILPROOF_TRACE_TAU1);
  put(trace.t1_bits, record.t1_bits, TAILPROOF_TRACE_TAU1);
  put(trace.count0, record.count0, TAILPROOF_TRACE_COUNT0);
  put(trace.count1, record.count1, TAILPROOF_TRACE_COUNT1);
  put(trace.tau_star, record.tau_star, TAILPROOF_TRACE_COARSE);
  put(trace.committed, record.committed, TAILPROOF_TRACE_ENTRY);
  put(trace.frontier, record.frontier, TAILPROOF_TRACE_ENTRY);
  put(trace.quota, record.quota, TAILPROOF_TRACE_ENTRY);
  put(trace.tie_slots, record.tie_slots, TAILPROOF_TRACE_TIES);
  for (const RoundTrace& round : trace.rounds) {
    record.round[record.rounds++] = {round.digit, static_cast<std::uint32_t>(round.committed),
                                     static_cast<std::uint32_t>(round.kept),
                                     static_cast<std::uint32_t>(round.quota)};
  }
  record.spilled = static_cast<std::uint32_t>(trace.spilled);
  record.reads = static_cast<std::uint64_t>(trace.reads);
  record.frontier_reads = static_cast<std::uint64_t>(trace.frontier_reads);
  return record;
}

int trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  Selector selector(parse_policy(policy_text), call->shape.rank);
  for (std::int64_t row = 0; row < live_rows(*call); ++row) {
    const std::span scores(call->scores + row * call->shape.pitch,
                           static_cast<std::size_t>(length_of(*call, row)));
    const std::span indices(call->indices + row * call->indices_pitch,
                            static_cast<std::size_t>(call->shape.rank));
    Trace made;
    selector.select(scores, row, indices, &made);
    buffer->rows[row] = record_of(made);
    const Slots slots(*buffer, row);
    slots.put(TAILPROOF_HISTOGRAM_SAMPLED, made.sampled_histogram);
    slots.put(TAILPROOF_HISTOGRAM_PROPOSAL0, made.proposal_histogram0);
    slots.put(TAILPROOF_HISTOGRAM_PROPOSAL1, made.proposal_histogram1);
    slots.put(TAILPROOF_HISTOGRAM_COARSE, made.coarse_histogram);
    for (std::size_t j = 0; j < made.rounds.size(); ++j) {
      slots.put(TAILPROOF_HISTOGRAM_ROUND0 + static_cast<int>(j), made.rounds[j].histogram);
    }
  }
  return TAILPROOF_OK;
}

int wrong_trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  const int status = trace(call, buffer);
  for (std::int64_t row = 0; row < live_rows(*call); ++row) {
    if ((buffer->rows[row].present & TAILPROOF_TRACE_COUNT0) != 0) ++buffer->rows[row].count0;
  }
  return status;
}

int nonsense_trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  const int status = trace(call, buffer);
  buffer->rows[0].rounds = 7;
  return status;
}

int unzeroed_trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  std::vector<std::uint32_t> before;
  for (std::int64_t row = 0; row < live_rows(*call); ++row) {
    before.push_back(buffer->rows[row].present);
  }
  const int status = trace(call, buffer);
  for (std::int64_t row = 0; row < live_rows(*call); ++row) {
    buffer->rows[row].present |= before[static_cast<std::size_t>(row)];
  }
  return status;
}

int overrunning_trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  const int status = trace(call, buffer);
  buffer->histograms[call->shape.row_capacity * TAILPROOF_HISTOGRAMS * buffer->histogram_bins] = 1;
  return status;
}

int underrunning_trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  const int status = trace(call, buffer);
  reinterpret_cast<unsigned char*>(buffer->rows)[-1] = 1;
  return status;
}

void offer(tailproof_variant_v1_t& description, decltype(description.trace) function) {
  description.trace = function;
  description.trace_policy = policy_text;
  description.histogram_bins = bins;
}

}  // namespace

void offer_exact_trace(tailproof_variant_v1_t& description) {
  offer(description, trace);
}
void offer_wrong_trace(tailproof_variant_v1_t& description) {
  offer(description, wrong_trace);
}
void offer_nonsense_trace(tailproof_variant_v1_t& description) {
  offer(description, nonsense_trace);
}
void offer_unzeroed_trace(tailproof_variant_v1_t& description) {
  offer(description, unzeroed_trace);
}
void offer_overrunning_trace(tailproof_variant_v1_t& description) {
  offer(description, overrunning_trace);
}
void offer_underrunning_trace(tailproof_variant_v1_t& description) {
  offer(description, underrunning_trace);
}

}  // namespace planted
