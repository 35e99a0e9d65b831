#include "tailproof/reference/trace_compare.hpp"

#include <array>
#include <cstdio>

namespace tailproof::reference {
namespace {

template <class T>
std::string text(const T& value) {
  return std::to_string(value);
}
std::string text(Route route) {
  return std::string(route_name(route));
}
template <class T>
std::string text(const std::optional<T>& value) {
  return value.has_value() ? text(*value) : "absent";
}

// Collects the first difference; later calls then do nothing.
class Comparison {
 public:
  explicit Comparison(CompareOptions options) : options_(options) {}

  template <class T>
  Comparison& field(Phase phase, const std::string& name, const T& expected, const T& actual) {
    if (!found_ && expected != actual) {
      found_ = {phase, name, "expected " + text(expected) + ", got " + text(actual)};
    }
    return *this;
  }

  Comparison& histogram(Phase phase, const std::string& name, const Histogram& expected,
                        const Histogram& actual) {
    if (found_ || !options_.histograms || expected == actual) return *this;
    if (expected.size() != actual.size())
      return field(phase, name + " bins", expected.size(), actual.size());
    std::size_t bin = 0;
    while (expected[bin] == actual[bin]) ++bin;
    return field(phase, name + "[" + std::to_string(bin) + "]", expected[bin], actual[bin]);
  }

  [[nodiscard]] std::optional<Departure> take() { return std::move(found_); }
  [[nodiscard]] bool reads() const { return options_.reads; }

 private:
  CompareOptions options_;
  std::optional<Departure> found_;
};

void compare_phases_1_and_2(Comparison& c, const Trace& e, const Trace& a) {
  c.field(Phase::view, "stride", e.stride, a.stride)
      .field(Phase::view, "phase", e.phase, a.phase)
      .field(Phase::view, "view", e.view, a.view)
      .field(Phase::view, "q", e.q, a.q)
      .field(Phase::view, "q1", e.q1, a.q1)
      .histogram(Phase::proposal, "sampled_histogram", e.sampled_histogram, a.sampled_histogram)
      .field(Phase::proposal, "tau0", e.tau0, a.tau0)
      .field(Phase::proposal, "tau1", e.tau1, a.tau1)
      .field(Phase::proposal, "t0_bits", e.t0_bits, a.t0_bits)
      .field(Phase::proposal, "t1_bits", e.t1_bits, a.t1_bits)
      .field(Phase::admission, "count0", e.count0, a.count0)
      .histogram(Phase::admission, "proposal_histogram0", e.proposal_histogram0,
                 a.proposal_histogram0)
      .field(Phase::band, "count1", e.count1, a.count1)
      .histogram(Phase::band, "proposal_histogram1", e.proposal_histogram1, a.proposal_histogram1)
      .histogram(Phase::recovery, "coarse_histogram", e.coarse_histogram, a.coarse_histogram)
      .field(Phase::recovery, "tau_star", e.tau_star, a.tau_star);
}

void compare_phase_3(Comparison& c, const Trace& e, const Trace& a) {
  for (std::size_t j = 0; j < e.rounds.size() && j < a.rounds.size(); ++j) {
    const std::string name = "rounds[" + std::to_string(j) + "].";
    const RoundTrace& x = e.rounds[j];
    const RoundTrace& y = a.rounds[j];
    c.histogram(Phase::refinement, name + "histogram", x.histogram, y.histogram)
        .field(Phase::refinement, name + "digit", x.digit, y.digit)
        .field(Phase::refinement, name + "committed", x.committed, y.committed)
        .field(Phase::refinement, name + "kept", x.kept, y.kept)
        .field(Phase::refinement, name + "quota", x.quota, y.quota);
  }
  c.field(Phase::refinement, "rounds", e.rounds.size(), a.rounds.size())
      .field(Phase::refinement, "tie_slots", e.tie_slots, a.tie_slots)
      .field(Phase::refinement, "spilled", e.spilled, a.spilled);
}

}  // namespace

std::string_view phase_name(Phase phase) noexcept {
  static constexpr std::array<std::string_view, 8> names = {
      "input", "view", "proposal", "admission", "band", "recovery", "entry", "refinement"};
  return names[static_cast<std::size_t>(phase)];
}

std::optional<Departure> first_departure(const Trace& expected, const Trace& actual,
                                         CompareOptions options) {
  Comparison c(options);
  c.field(Phase::input, "row", expected.row, actual.row)
      .field(Phase::input, "length", expected.length, actual.length)
      .field(Phase::input, "rank", expected.rank, actual.rank);
  compare_phases_1_and_2(c, expected, actual);
  c.field(Phase::entry, "route", expected.route, actual.route)
      .field(Phase::entry, "committed", expected.committed, actual.committed)
      .field(Phase::entry, "frontier", expected.frontier, actual.frontier)
      .field(Phase::entry, "quota", expected.quota, actual.quota);
  if (options.reads) c.field(Phase::entry, "reads", expected.reads, actual.reads);
  compare_phase_3(c, expected, actual);
  if (options.reads) {
    c.field(Phase::refinement, "frontier_reads", expected.frontier_reads, actual.frontier_reads);
  }
  return c.take();
}

}  // namespace tailproof::reference
