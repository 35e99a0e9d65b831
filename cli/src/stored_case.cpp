#include "stored_case.hpp"

#include "subjects.hpp"

namespace tailproof::cli {

void StoredCaseOption::add_to(CLI::App& command) {
  command
      .add_option("CASE", folder, "Folder of the case, for instance .tailproof/contract-1f2e3d4c")
      ->required();
  command.add_option("--subject", subject, "Put it to this subject instead of the case's own");
  add_subject_options(command, subject);
}

properties::CaseRun StoredCaseOption::run(const properties::InvestigateOptions& options) const {
  const properties::StoredCase stored = properties::load_case(folder);
  return properties::run_again(stored, subject.empty() ? stored.subject : subject, options);
}

}  // namespace tailproof::cli
