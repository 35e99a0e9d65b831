#include "tailproof/properties/trial.hpp"

#include "tailproof/reference/keys.hpp"

#include <numeric>

namespace tailproof::properties {

Trial::Trial(const Call& call, Subject& subject, Workbench& bench, std::uint64_t seed, bool traced)
    : call_(call), subject_(subject), bench_(bench), seed_(seed) {
  if (subject.traits().policy) call_.policy = *subject.traits().policy;
  breaches_.reserve(static_cast<std::size_t>(call.rows()));
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    breaches_.push_back(contract_breach(call, row));
    legal_ = legal_ && !breaches_.back().has_value();
  }
  subject.renew();
  subject.select(call_, traced, bench.answer);
}

std::span<const std::int32_t> Trial::indices(std::int64_t row) const {
  const auto slots = static_cast<std::size_t>(call_.rank);
  return std::span(answer().indices).subspan(static_cast<std::size_t>(row) * slots, slots);
}

const reference::Trace* Trial::trace(std::int64_t row) const {
  if (answer().traces.empty() || !judgeable(row)) return nullptr;
  const reference::Trace& trace = answer().traces[static_cast<std::size_t>(row)];
  return trace.quota.has_value() ? &trace : nullptr;
}

std::span<const reference::Trace> Trial::expected() {
  if (!legal_) return {};
  if (!expected_ready_) {
    bench_.reference.select(call_, true, bench_.expected);
    expected_ready_ = true;
  }
  return bench_.expected.traces;
}

const reference::MarkCounts& Trial::expected_marks() {
  static const reference::MarkCounts none;
  if (!legal_) return none;
  (void)expected();
  return bench_.expected.marks;
}

const reference::Histogram& Trial::coarse_histogram(std::int64_t row) {
  histograms_.resize(static_cast<std::size_t>(call_.rows()));
  reference::Histogram& histogram = histograms_[static_cast<std::size_t>(row)];
  if (histogram.empty()) {
    histogram.assign(reference::coarse_bins, 0);
    for (const float score : scores(row)) ++histogram[reference::coarse(score)];
  }
  return histogram;
}

std::int64_t Trial::tail_count(std::int64_t row, std::uint32_t tau) {
  const reference::Histogram& histogram = coarse_histogram(row);
  const auto end = histogram.begin() + std::min<std::ptrdiff_t>(tau + 1, reference::coarse_bins);
  return std::accumulate(histogram.begin(), end, std::int64_t{0});
}

reference::Oracle& Trial::oracle() {
  if (!bench_.oracle || bench_.oracle->rank() != call_.rank) bench_.oracle.emplace(call_.rank);
  return *bench_.oracle;
}

const Answer& Trial::exercise(Guard guard) {
  subject_.exercise(guard, call_, bench_.derived);
  return bench_.derived;
}

const Answer& Trial::ask(const Call& derived, bool traced) {
  subject_.select(derived, traced, bench_.derived);
  return bench_.derived;
}

}  // namespace tailproof::properties
