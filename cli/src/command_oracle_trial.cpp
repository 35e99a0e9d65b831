// tailproof oracle-trial: does the oracle reject what is wrong and accept what is right?
#include <memory>

#include "commands.hpp"
#include "tailproof/reference/oracle_trial.hpp"

namespace tailproof::cli {
namespace {

ExitCode run(bool markdown, Output& output) {
  const reference::TrialReport report = reference::run_oracle_trial();
  output.print("{}", markdown ? reference::to_markdown(report) : reference::to_text(report));
  return report.passed() ? ExitCode::all_right : ExitCode::violation;
}

}  // namespace

Action add_oracle_trial(CLI::App& command) {
  command.description("Try the oracle on known wrong and right answers, beside published checkers");
  const auto markdown = std::make_shared<bool>(false);
  command.add_flag("--markdown", *markdown, "Print the table as Markdown");
  return [markdown](Output& output) { return run(*markdown, output); };
}

}  // namespace tailproof::cli
