// tailproof replay: a stored case once more.
#include <memory>

#include "commands.hpp"
#include "stored_case.hpp"
#include "subject_options.hpp"
#include "tailproof/properties/case_text.hpp"

namespace tailproof::cli {
namespace {

ExitCode run(const StoredCaseOption& option, Output& output) {
  properties::InvestigateOptions look;
  look.shrink_it = false;
  const auto [report, why_not] = option.run(look);
  if (!why_not.empty()) {
    output.print("SKIP: {} is not put to {}: {}\n", option.folder, report.subject, why_not);
    return ExitCode::nothing_checked;
  }
  if (report.rate.failures == 0) {
    output.print("passes: {} holds \"{}\" on {}\n", report.subject, report.property, option.folder);
    return ExitCode::all_right;
  }
  output.print("{}", properties::case_text(report));
  return exit_code_of(report);
}

}  // namespace

Action add_replay(CLI::App& command) {
  command.description("Put a stored failing case to its subject, or to another one, once more");
  const auto option = std::make_shared<StoredCaseOption>();
  option->add_to(command);
  return [option](Output& output) { return run(*option, output); };
}

}  // namespace tailproof::cli
