#include "tailproof/properties/investigate.hpp"

#include "tailproof/generators/case.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/trace_compare.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace tailproof::properties {
namespace {

const Finding* first_failure(const Judgement& judgement) {
  const auto found = std::find_if(judgement.findings.begin(), judgement.findings.end(), is_failure);
  return found == judgement.findings.end() ? nullptr : &*found;
}

// Runs the specimen once more, with traces, and takes down what both sides did.
void describe(CaseReport& report, Judge& judge, const Property& property) {
  const SpecimenCall made(report.specimen);
  const Call call = made.call();
  const Property* const only = &property;
  // A flaky failure may need several runs to show itself once more.
  const std::int32_t most_runs = report.rate.failures > 0 ? 4 * runs_to_see_again(report.rate) : 1;
  for (std::int32_t run = 0; run < most_runs; ++run) {
    const Judgement judgement = judge.examine(call, report.specimen.seed, std::array{only}, false);
    report.status = judgement.status;
    report.checked = !judgement.checked.empty();
    const Finding* failure = first_failure(judgement);
    if (failure == nullptr) continue;
    report.detail = failure->detail;
    report.row = failure->row;
    report.finding_class = failure->finding_class;
    break;
  }
  report.indices = judge.bench().answer.indices;
  report.traces = judge.bench().answer.traces;
  if (judge.subject().traits().traces && report.traces.empty()) {
    Answer traced;
    judge.subject().select(call, true, traced);
    report.traces = traced.traces;
  }
  if (!within_contract(call)) return;
  ReferenceSubject reference;
  Answer expected;
  reference.select(call, true, expected);
  report.expected_indices = expected.indices;
  report.expected_traces = expected.traces;
  const auto row = static_cast<std::size_t>(std::max<std::int64_t>(0, report.row));
  if (row >= report.traces.size()) return;
  const auto departure = reference::first_departure(expected.traces[row], report.traces[row],
                                                    {judge.subject().traits().histograms, true});
  if (!departure) return;
  report.departure = std::string(reference::phase_name(departure->phase)) + ": " +
                     departure->field + ": " + departure->detail;
}

}  // namespace

FailureTest failure_test(Judge& judge, const Property& property) {
  return [&judge, &property](const Call& call, std::uint64_t seed) {
    const Property* const only = &property;
    FailedRows rows;
    for (const Finding& finding : judge.examine(call, seed, std::array{only}, false).findings) {
      if (is_failure(finding)) rows.push_back(finding.row);
    }
    return rows;
  };
}

std::int32_t runs_to_see_again(const FailureRate& rate) {
  constexpr std::int64_t enough = 5;  // failures expected of so many runs; e^-5 < 1/100
  constexpr std::int64_t most = 200;
  const std::int64_t runs = rate.failures > 0
                                ? (enough * rate.runs + rate.failures - 1) / rate.failures
                                : 2 * enough * std::int64_t{rate.runs};
  return static_cast<std::int32_t>(std::clamp(runs, enough, most));
}

generators::Recipe shrink_recipe(const generators::Recipe& failing, std::uint64_t law_seed,
                                 const FailureTest& test, double most_seconds) {
  const auto start = std::chrono::steady_clock::now();
  generators::Recipe best = failing;
  const auto keep_if_failing = [&](auto change) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    generators::Recipe candidate = best;
    change(candidate);
    if (candidate == best || spent.count() >= most_seconds) return false;
    try {
      const generators::Case made = generators::materialise(candidate);
      const Call call = call_of(made);
      if (test(call, law_seed).empty()) return false;
    } catch (const InputError&) {  // an edit or a listed length beyond the smaller case
      return false;
    }
    best = std::move(candidate);
    return true;
  };
  using generators::Recipe;
  keep_if_failing([](Recipe& r) { r.layout = {}; });
  keep_if_failing([](Recipe& r) { r.edits.clear(); });
  keep_if_failing([](Recipe& r) { r.lengths = {}; });
  while (keep_if_failing([](Recipe& r) { r.rows = std::max(1, r.rows / 2); })) {
  }
  while (keep_if_failing([](Recipe& r) { r.width = std::max<std::int64_t>(1, r.width / 2); })) {
  }
  return best;
}

CaseReport investigate(const Specimen& specimen, Judge& judge, const Property& property,
                       const InvestigateOptions& options) {
  CaseReport report;
  report.subject = judge.subject().traits().name;
  report.property = property.name;
  report.specimen = specimen;
  const FailureTest test = failure_test(judge, property);
  report.rate = measure_rate(specimen, test, options.probes);
  ShrinkOptions shrinking = options.shrink;
  shrinking.change_policy = judge.subject().traits().follows_policy;
  const bool rowwise =
      property.kind == PropertyKind::contract || property.kind == PropertyKind::trace;
  shrinking.rows_per_call = rowwise ? judge.subject().traits().rows_per_call : 1;
  const bool steady = report.rate.failures == report.rate.runs && report.rate.runs > 0;
  if (report.rate.flaky() && options.flaky_rule) {
    shrinking.failures = options.flaky_rule->first;
    shrinking.runs = options.flaky_rule->second;
    shrinking.rows_per_call = 1;
  }
  if (report.rate.failures == 0) {
    report.end = ShrinkEnd::not_failing;
  } else if (options.shrink_it && (steady || options.flaky_rule)) {
    ShrinkResult shrunk = shrink(specimen, test, shrinking);
    report.specimen = std::move(shrunk.smallest);
    report.end = shrunk.end;
    report.candidates = shrunk.candidates;
    report.seconds = shrunk.seconds;
    report.rate = measure_rate(report.specimen, test, options.probes);
  }
  describe(report, judge, property);
  return report;
}

CaseReport investigate(const Failure& failure, Judge& judge, const InvestigateOptions& options) {
  const Property& property = *find_property(failure.finding.property);
  const auto specimen_of = [&failure](const generators::Recipe& recipe) {
    return Specimen::of(generators::materialise(recipe), failure.law_seed);
  };
  const Specimen drawn = specimen_of(failure.recipe);
  const FailureTest test = failure_test(judge, property);
  const FailureRate rate = measure_rate(drawn, test, options.probes);
  CaseReport report;
  if (options.shrink_it && rate.runs > 0 && rate.failures == rate.runs) {
    const auto small =
        shrink_recipe(failure.recipe, failure.law_seed, test, options.shrink.most_seconds);
    report = investigate(specimen_of(small), judge, property, options);
  } else {
    report = investigate(drawn, judge, property, options);
  }
  report.recipe = generators::to_string(failure.recipe);
  if (report.detail.empty()) report.detail = failure.finding.detail;
  return report;
}

}  // namespace tailproof::properties
