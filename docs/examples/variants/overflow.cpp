// A variant with a fault that real kernels had: scores of the boundary's coarse bin go to a buffer
// of fixed size, and those that no longer fit are dropped without a word. Reported of kernels with
// room for 4096 (https://github.com/sgl-project/sglang/issues/36807); room for 8 does the same, and
// the row that shows it fits on a screen. It offers a trace, so that the phase that departs is
// named.
#include "tailproof/reference/keys.hpp"
#include "tailproof/variant.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using tailproof::reference::coarse;
using tailproof::reference::key32;

constexpr std::int64_t capacity = 8;
constexpr const char* policy = "proposal=direct,capacity=8";
constexpr std::uint32_t widths[] = {11, 11, 10};
constexpr std::uint32_t shifts[] = {21, 10, 0};
constexpr std::int64_t bins = 2048;

std::uint32_t digit(float score, int round) {
  return (key32(score) >> shifts[round]) & ((1u << widths[round]) - 1u);
}

// The first bin at which the running count reaches the quota; takes what lies before it off.
std::uint32_t locate(const std::vector<std::uint32_t>& histogram, std::uint32_t& quota) {
  std::uint32_t bin = 0;
  while (histogram[bin] < quota) quota -= histogram[bin++];
  return bin;
}

// One row; the record and its histograms may be null.
void select_row(std::span<const float> scores, std::span<std::int32_t> slots,
                tailproof_row_trace* record, std::uint32_t* histograms, std::int64_t words) {
  auto next = slots.begin();
  const auto keep = [&](int slot, const std::vector<std::uint32_t>& histogram) {
    if (histograms != nullptr)
      std::copy(histogram.begin(), histogram.end(), histograms + slot * words);
  };
  tailproof_row_trace trace{};
  trace.route = TAILPROOF_ROUTE_DIRECT;
  trace.present = TAILPROOF_TRACE_COARSE | TAILPROOF_TRACE_ENTRY | TAILPROOF_TRACE_TIES;
  trace.reads = 2 * scores.size();

  std::vector<std::uint32_t> histogram(bins);
  for (const float score : scores) ++histogram[coarse(score)];
  keep(TAILPROOF_HISTOGRAM_COARSE, histogram);
  trace.quota = static_cast<std::uint32_t>(slots.size());
  trace.tau_star = locate(histogram, trace.quota);
  trace.committed = static_cast<std::uint32_t>(slots.size()) - trace.quota;

  std::vector<std::int32_t> frontier;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::uint32_t bin = coarse(scores[i]);
    if (bin < trace.tau_star) *next++ = static_cast<std::int32_t>(i);
    // The fault: what no longer fits is lost.
    if (bin == trace.tau_star && frontier.size() < capacity) {
      frontier.push_back(static_cast<std::int32_t>(i));
    }
  }
  trace.frontier = static_cast<std::uint32_t>(frontier.size());

  std::uint32_t quota = std::min(trace.quota, trace.frontier);
  for (int round = 0; round < 3; ++round) {
    trace.frontier_reads += frontier.size();
    histogram.assign(std::size_t{1} << widths[round], 0);
    const auto digit_at = [&](std::int32_t i) {
      return digit(scores[static_cast<std::size_t>(i)], round);
    };
    for (const std::int32_t i : frontier) ++histogram[digit_at(i)];
    keep(TAILPROOF_HISTOGRAM_ROUND0 + round, histogram);
    const std::uint32_t before = quota;
    const std::uint32_t boundary = locate(histogram, quota);
    for (const std::int32_t i : frontier) {
      if (digit_at(i) < boundary) *next++ = i;
    }
    std::erase_if(frontier, [&](std::int32_t i) { return digit_at(i) != boundary; });
    trace.round[trace.rounds++] = {boundary, before - quota,
                                   static_cast<std::uint32_t>(frontier.size()), quota};
  }
  trace.tie_slots = quota;
  next = std::copy_n(frontier.begin(), quota, next);
  std::fill(next, slots.end(), -1);
  if (record != nullptr) *record = trace;
}

int run(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
  for (std::int64_t row = 0; row < call->shape.row_capacity; ++row) {
    const auto length = std::clamp<std::int64_t>(call->lengths[row], 0, call->shape.width);
    const std::span scores(call->scores + row * call->shape.pitch,
                           static_cast<std::size_t>(length));
    const std::span slots(call->indices + row * call->indices_pitch,
                          static_cast<std::size_t>(call->shape.rank));
    tailproof_row_trace trace{};
    if (length <= call->shape.rank) {
      for (std::size_t k = 0; k < slots.size(); ++k) {
        slots[k] = k < scores.size() ? static_cast<std::int32_t>(k) : -1;
      }
    } else {
      std::uint32_t* histograms = nullptr;
      if (buffer != nullptr && buffer->histograms != nullptr) {
        histograms = buffer->histograms + row * TAILPROOF_HISTOGRAMS * buffer->histogram_bins;
      }
      select_row(scores, slots, &trace, histograms, buffer == nullptr ? 0 : buffer->histogram_bins);
    }
    trace.row = row;
    trace.length = static_cast<std::int32_t>(length);
    trace.rank = call->shape.rank;
    if (buffer != nullptr) buffer->rows[row] = trace;
  }
  return TAILPROOF_OK;
}

int select(const tailproof_call* call) {
  return run(call, nullptr);
}

const std::int64_t capacities[] = {capacity};

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static const tailproof_variant_v1_t description = [] {
    tailproof_variant_v1_t variant{};
    variant.abi_version = TAILPROOF_VARIANT_ABI_VERSION;
    variant.name = "overflow";
    variant.nan_rule = TAILPROOF_NAN_UNDEFINED;
    variant.limits = {1, 1 << 20, 1 << 30, 1 << 20, 1, 1};
    variant.capacities = capacities;
    variant.capacity_count = 1;
    variant.workspace_bytes = [](const tailproof_shape*, size_t* bytes) {
      *bytes = 0;
      return static_cast<int>(TAILPROOF_OK);
    };
    variant.prepare = [](const tailproof_call*) { return static_cast<int>(TAILPROOF_OK); };
    variant.select = select;
    variant.error_string = [](int) { return "no errors"; };
    variant.trace = run;
    variant.trace_policy = policy;
    variant.histogram_bins = bins;
    return variant;
  }();
  return &description;
}
