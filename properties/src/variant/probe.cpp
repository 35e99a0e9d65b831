#include "tailproof/properties/variant/probe.hpp"

#include "call_input.hpp"
#include "shared_memory.hpp"
#include "worker_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace tailproof::properties {
namespace {

// Scores that a probe may take: 256 MiB.
constexpr std::int64_t most_elements = std::int64_t{1} << 26;

// The shape of one probe, before it is a call.
struct Probe {
  std::string what = {};
  std::int32_t rank = 1;
  std::int64_t rows = 1;
  std::int64_t width = 1;
  std::int64_t pitch_extra = 0;
  std::vector<std::int32_t> lengths = {};  // of all rows; empty: all full
  bool nan = false;
  bool in_limits = true;
  bool in_contract = true;
  bool traced = false;
  std::uint32_t shift = 0;  // alignments from a page to row 0; 0: the rows end at one
};

class Prober {
 public:
  Prober(VariantTarget target, IsolationOptions options)
      : target_(std::move(target)),
        options_(std::move(options)),
        worker_(std::make_unique<WorkerProcess>(target_, options_)),
        description_(worker_->description()) {}

  [[nodiscard]] const VariantDescription& description() const noexcept { return description_; }

  [[nodiscard]] ProbeResult run(const Probe& probe) {
    ProbeResult result;
    result.what = probe.what;
    result.in_limits = probe.in_limits;
    result.in_contract = probe.in_contract;
    if (probe.width + probe.pitch_extra > most_elements / std::max<std::int64_t>(1, probe.rows)) {
      result.tried = false;
      return result;
    }
    if (!worker_->alive()) worker_ = std::make_unique<WorkerProcess>(target_, options_);
    const std::int64_t pitch = probe.width + probe.pitch_extra;
    // One row serves all: what is selected does not matter here.
    std::vector<float> scores(
        static_cast<std::size_t>(pitch * std::max<std::int64_t>(1, probe.rows)));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = static_cast<float>((i * 2654435761u) % 100'003);
    }
    if (probe.nan) scores[0] = std::numeric_limits<float>::quiet_NaN();
    std::vector<std::int32_t> lengths = probe.lengths;
    lengths.resize(static_cast<std::size_t>(probe.rows), static_cast<std::int32_t>(probe.width));
    const Call call{{scores.data(), lengths, probe.width, pitch}, probe.rank, {}};
    Request request = make_request(call, 0, probe.rows, description_);
    if (probe.pitch_extra != 0) request.pitch = pitch;
    request.row_capacity = std::max(request.row_capacity, probe.rows);
    request.traced = probe.traced ? 1 : 0;
    request.shift = probe.shift;
    const InputLayout input = input_layout(request, description_.limits);
    write_input(call, 0, request, input, worker_->reserve_input(input.pages * page_size()));
    worker_->reserve_result(result_layout(request, description_.histogram_bins).bytes);
    WorkerOutcome outcome = worker_->select(request, options_.call_seconds);
    result.status = outcome.status;
    result.message = std::move(outcome.message);
    result.breaches = std::move(outcome.breaches);
    return result;
  }

 private:
  VariantTarget target_;
  IsolationOptions options_;
  std::unique_ptr<WorkerProcess> worker_;
  VariantDescription description_;
};

// What is tried: both sides of each limit, and input that the contract has rules for.
std::vector<Probe> probes_for(const VariantDescription& description) {
  const tailproof_limits& limits = description.limits;
  const std::int64_t width = std::min<std::int64_t>(limits.greatest_width, 4096);
  const std::int32_t rank = std::clamp(64, limits.least_rank, limits.greatest_rank);
  std::vector<Probe> probes;
  const auto add = [&](Probe probe) {
    const std::string shape = fmt::format("K = {}, {} x {}", probe.rank, probe.rows, probe.width);
    probe.what = probe.what.empty() ? shape : shape + ", " + probe.what;
    probes.push_back(std::move(probe));
  };
  constexpr std::int32_t int32_max = std::numeric_limits<std::int32_t>::max();
  add({.rank = limits.least_rank, .width = width});
  if (limits.least_rank > 1)
    add({.rank = limits.least_rank - 1, .width = width, .in_limits = false});
  add({.rank = std::min(limits.greatest_rank, 1 << 20), .width = width});
  if (limits.greatest_rank < 1 << 20) {
    add({.rank = limits.greatest_rank + 1, .width = width, .in_limits = false});
  }
  add({.rank = rank, .width = 1});
  add({.rank = rank, .width = std::min<std::int64_t>(limits.greatest_width, 65536)});
  add({.rank = rank, .width = limits.greatest_width});
  if (limits.greatest_width < int32_max) {
    add({.rank = rank, .width = limits.greatest_width + 1, .in_limits = false});
  }
  add({.rank = rank, .rows = 0, .width = width});
  add({.rank = rank, .rows = std::min<std::int64_t>(limits.greatest_rows, 256), .width = width});
  if (limits.greatest_rows < 4096) {
    add({.rank = rank, .rows = limits.greatest_rows + 1, .width = width, .in_limits = false});
  }
  if (limits.pitch_multiple > 1) {
    add({.what = "pitch one more than its multiple",
         .rank = rank,
         .width = limits.pitch_multiple,
         .pitch_extra = 1,
         .in_limits = false});
  }
  for (std::uint32_t shift = 1; shift < shifts; ++shift) {
    add({.what = fmt::format("row 0 at {} elements", limits.base_alignment * shift),
         .rank = rank,
         .width = width,
         .shift = shift});
  }
  add({.what = "length 0", .rank = rank, .width = width, .lengths = {0}});
  if (description.traces()) {
    add({.what = "with a trace", .rank = rank, .width = width, .traced = true});
  }
  if (description.nan_rule != TAILPROOF_NAN_UNDEFINED) {
    add({.what = "a NaN", .rank = rank, .width = width, .nan = true, .in_contract = false});
  }
  add({.what = "length -1", .rank = rank, .width = width, .lengths = {-1}, .in_contract = false});
  add({.what = "length N + 1",
       .rank = rank,
       .width = width,
       .lengths = {static_cast<std::int32_t>(width) + 1},
       .in_contract = false});
  return probes;
}

}  // namespace

std::vector<ProbeResult> probe_variant(const VariantTarget& target, const IsolationOptions& options,
                                       VariantDescription& description) {
  Prober prober(target, options);
  description = prober.description();
  std::vector<ProbeResult> results;
  for (const Probe& probe : probes_for(description)) results.push_back(prober.run(probe));
  return results;
}

}  // namespace tailproof::properties
