// A trace against the reference's, against the route that values dictate, and against table 2.
#include "checks.hpp"

#include "tailproof/generators/predicted_route.hpp"
#include "tailproof/reference/trace_compare.hpp"

namespace tailproof::properties::checks {
namespace {

using reference::Route;
using reference::Trace;

// Table of spec 6; V counts once for every segment that rebuilds the view.
std::int64_t reads_of_route(const Trace& t, const reference::Policy& policy) {
  const std::int64_t length = t.length;
  const std::int64_t view = t.view.value_or(0) * policy.segments();
  switch (t.route) {
    case Route::trivial:
      return 0;
    case Route::certified:
    case Route::certified_exactly:
      return length + view;
    case Route::band:
      return 2 * length + view;
    case Route::exact_no_rescue:
      return 3 * length + view;
    case Route::exact_after_band:
      return 4 * length + view;
    case Route::exact_no_view:
      return 2 * length;
    case Route::direct:
      return policy.proposal() == reference::Proposal::direct_registers ? length : 2 * length;
  }
  return -1;
}

}  // namespace

void trace_equality(Trial& trial, Findings& findings) {
  if (trial.answer().traces.empty()) return;
  const auto expected = trial.expected();
  for (std::size_t row = 0; row < expected.size(); ++row) {
    trial.looks();
    const auto departure = reference::first_departure(expected[row], trial.answer().traces[row],
                                                      {trial.traits().histograms, true});
    if (!departure) continue;
    findings.push_back({"trace-equality", FindingClass::violation, static_cast<std::int64_t>(row),
                        std::string(reference::phase_name(departure->phase)) + ": " +
                            departure->field + ": " + departure->detail});
  }
}

void predicted_routes(Trial& trial, Findings& findings) {
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    if (trial.answer().traces.empty() || !trial.judgeable(row)) continue;
    trial.looks();
    const Route traced = trial.answer().traces[static_cast<std::size_t>(row)].route;
    const Route predicted =
        generators::predicted_route(trial.scores(row), row, trial.call().rank, trial.call().policy);
    if (traced == predicted) continue;
    findings.push_back({"predicted-route", FindingClass::violation, row,
                        "took " + std::string(reference::route_name(traced)) + ", must take " +
                            std::string(reference::route_name(predicted))});
  }
}

void reads_table(Trial& trial, Findings& findings) {
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    if (trial.answer().traces.empty() || !trial.judgeable(row)) continue;
    trial.looks();
    const Trace& t = trial.answer().traces[static_cast<std::size_t>(row)];
    const std::int64_t reads = reads_of_route(t, trial.call().policy);
    std::int64_t frontier_reads = 0;
    std::int64_t frontier = t.frontier.value_or(0);
    for (const reference::RoundTrace& round : t.rounds) {
      frontier_reads += frontier;
      frontier = round.kept;
    }
    if (t.reads == reads && t.frontier_reads == frontier_reads) continue;
    findings.push_back({"reads-table", FindingClass::violation, row,
                        std::string(reference::route_name(t.route)) + " reads " +
                            std::to_string(t.reads) + " + " + std::to_string(t.frontier_reads) +
                            ", the table says " + std::to_string(reads) + " + " +
                            std::to_string(frontier_reads)});
  }
}

}  // namespace tailproof::properties::checks
