#include "to_case.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace tailproof::fuzz {
namespace {

// Kernels are subjects of the command-line tool, which isolates them; here the reference stands in
// for them, so that the case holds what was expected.
std::unique_ptr<properties::Subject> subject_of(const std::string& name) {
  try {
    return properties::make_subject(name);
  } catch (const InputError&) {
    return properties::make_subject("reference");
  }
}

// The property that the subject breaks on these rows, if it is one of the table.
const properties::Property& broken_property(const CaseOfInput& made, properties::Judge& judge) {
  const properties::SpecimenCall call(made.specimen);
  const auto all = properties::properties_of_names({});
  const auto seen = judge.examine(call.call(), made.specimen.seed, all, false);
  for (const properties::Finding& finding : seen.findings) {
    if (is_failure(finding)) return *properties::find_property(finding.property);
  }
  return *properties::find_property(made.property);
}

}  // namespace

std::filesystem::path store_case(Bytes input, const std::filesystem::path& store) {
  if (target.to_case == nullptr) {
    throw InputError({std::string(target.name)},
                     "no selection of score rows is at fault here: the input is the case itself, "
                     "and the replayer puts it to the target again");
  }
  const CaseOfInput made = target.to_case(input);
  properties::InvestigateOptions look;
  look.shrink_it = false;
  properties::Judge judge(subject_of(made.subject));
  const properties::Property& property = broken_property(made, judge);
  properties::CaseReport report = properties::investigate(made.specimen, judge, property, look);
  report.subject = made.subject;
  report.recipe = made.recipe;
  return properties::CaseStore(store).save(report);
}

}  // namespace tailproof::fuzz
