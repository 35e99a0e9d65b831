#include "stored_case.hpp"

#include "subjects.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace tailproof::cli {

void StoredCaseOption::add_to(CLI::App& command) {
  command
      .add_option("CASE", folder, "Folder of the case, for instance .tailproof/contract-1f2e3d4c")
      ->required();
  command.add_option("--subject", subject, "Put it to this subject instead of the case's own");
  add_subject_options(command, subject);
}

properties::CaseReport StoredCaseOption::investigate(
    const properties::InvestigateOptions& options) const {
  const properties::StoredCase stored = properties::load_case(folder);
  const properties::Property* property = properties::find_property(stored.property);
  if (property == nullptr) {
    throw InputError({folder}, "no property " + printable(stored.property));
  }
  properties::Judge judge(properties::make_subject(subject.empty() ? stored.subject : subject));
  const auto why_not = properties::why_not_checked(*property, judge.subject().traits());
  if (!why_not.empty()) throw InputError({folder}, std::string(why_not));
  properties::CaseReport report =
      properties::investigate(stored.specimen, judge, *property, options);
  report.recipe = stored.recipe;
  return report;
}

}  // namespace tailproof::cli
