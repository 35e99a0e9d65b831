// check and replay: the property suite over a Python callable, with the tool's case folders.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "callable_subject.hpp"
#include "case_arrays.hpp"
#include "module.hpp"
#include "sampler_options.hpp"
#include "tailproof/properties/case_text.hpp"
#include "tailproof/properties/check_run.hpp"
#include "tailproof/properties/replay.hpp"
#include "tailproof/properties/report_json.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace nb = nanobind;

namespace tailproof::python {
namespace {

using properties::CaseReport;
using properties::Property;

template <class Value>
Value option(const nb::dict& given, const char* name, Value otherwise) {
  if (!given.contains(name) || given[name].is_none()) return otherwise;
  return nb::cast<Value>(given[name]);
}

std::shared_ptr<const Callable> callable_of(const nb::dict& given) {
  auto callable = std::make_shared<Callable>();
  callable->name = nb::cast<std::string>(given["name"]);
  callable->call = given["call"];
  callable->deterministic = option(given, "deterministic", false);
  callable->greatest_rank = option(given, "max_k", callable->greatest_rank);
  callable->greatest_width = option(given, "max_width", callable->greatest_width);
  callable->rows_per_call = option(given, "rows_per_call", callable->rows_per_call);
  callable->capacities = option(given, "capacities", callable->capacities);
  return callable;
}

nb::dict finding_dict(const CaseReport& report, const std::string& folder) {
  nb::dict record;
  record["property"] = report.property;
  record["finding_class"] = std::string(properties::finding_class_name(report.finding_class));
  record["status"] = std::string(properties::status_name(report.status));
  record["detail"] = report.detail;
  record["text"] = properties::case_text(report);
  record["folder"] = folder;
  record["recipe"] = report.recipe;
  record["departure"] = report.departure;
  record["failures"] = report.rate.failures;
  record["runs"] = report.rate.runs;
  const properties::SpecimenCall held(report.specimen);
  const properties::Call call = held.call();
  record["scores"] = copy_of_scores(call.matrix);
  record["lengths"] = copy_of_lengths(call.matrix);
  record["k"] = call.rank;
  record["indices"] =
      index_array(report.indices, call.rows(), report.indices.empty() ? 0 : call.rank);
  return record;
}

// Cases that failed before come first; those that pass now are moved aside.
void replay_stored(const properties::CaseStore& store, const std::string& subject,
                   std::vector<std::pair<CaseReport, std::string>>& failing,
                   std::vector<std::string>& retired) {
  for (auto& [run, folder] : properties::replay_pending(store, subject)) {
    if (run.passes()) {
      retired.push_back(folder.string());
    } else if (run.why_not.empty()) {
      failing.emplace_back(std::move(run.report), folder.string());
    }
  }
}

nb::dict check(const nb::dict& callable, const nb::dict& options) {
  const RegisteredCallable registered(callable_of(callable));
  properties::CheckOptions run;
  run.subject = registered.subject();
  run.seed = option<std::uint64_t>(options, "seed", 1);
  run.cases = option<std::optional<std::uint64_t>>(options, "cases", std::nullopt);
  run.budget_seconds = option(options, "budget", 10.0);
  run.properties = option(options, "properties", run.properties);
  run.sampler = sampler_options(options);
  if (!run.properties.empty()) run.laws_per_case = -1;
  properties::InvestigateOptions investigating;
  investigating.shrink.most_seconds = option(options, "shrink_budget", 30.0);
  investigating.shrink_it = investigating.shrink.most_seconds > 0;
  const bool replay_first = option(options, "replay", true);
  const properties::CaseStore store(option<std::string>(options, "store", ".tailproof"));

  std::vector<std::pair<CaseReport, std::string>> found;
  std::vector<std::string> retired;
  properties::CheckResult result;
  {
    const nb::gil_scoped_release release;
    if (replay_first) replay_stored(store, run.subject, found, retired);
    result = properties::run_check(run);
    for (const properties::Failure& failure : result.failures) {
      properties::Judge judge(properties::make_subject(run.subject));
      CaseReport report = properties::investigate(failure, judge, investigating);
      std::string folder = store.save(report).string();
      found.emplace_back(std::move(report), std::move(folder));
    }
  }
  std::vector<std::string> folders;
  nb::list findings;
  for (const auto& [report, folder] : found) {
    findings.append(finding_dict(report, folder));
    folders.push_back(folder);
  }
  nb::dict record;
  record["report"] = properties::report_json(run, result, 0, folders);
  record["checked_anything"] = result.checked_anything() || !found.empty();
  record["findings"] = findings;
  record["retired"] = retired;
  return record;
}

nb::object replay(const nb::dict& callable, const std::string& folder) {
  const RegisteredCallable registered(callable_of(callable));
  CaseReport report;
  {
    const nb::gil_scoped_release release;
    properties::InvestigateOptions look;
    look.shrink_it = false;
    report =
        properties::run_again(properties::load_case(folder), registered.subject(), look).report;
  }
  if (report.rate.failures == 0) return nb::none();
  return finding_dict(report, folder);
}

nb::list property_list() {
  nb::list listed;
  for (const Property& property : properties::all_properties()) {
    nb::dict record;
    record["name"] = std::string(property.name);
    record["states"] = std::string(property.states);
    listed.append(record);
  }
  return listed;
}

}  // namespace

void bind_check(nb::module_& module) {
  module.def("check", &check, nb::arg("callable"), nb::arg("options"),
             "One run of the property suite; what it found, shrunk and stored.");
  module.def("replay", &replay, nb::arg("callable"), nb::arg("folder"),
             "The finding of a stored case on a callable, or None if it passes.");
  module.def("properties", &property_list, "Every property: name and what must hold.");
}

}  // namespace tailproof::python
