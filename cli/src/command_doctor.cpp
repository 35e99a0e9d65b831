// tailproof doctor: what this machine has, and what goes unchecked for want of the rest.
#include "commands.hpp"
#include "machine.hpp"

namespace tailproof::cli {
namespace {

ExitCode run(Output& output) {
  const std::vector<Finding> findings = examine_machine();
  output.print("tailproof {}\n", TAILPROOF_VERSION);
  std::string group;
  for (const Finding& finding : findings) {
    if (finding.group != group) output.print("\n{}\n", group = finding.group);
    output.print("  {:<18}{}\n", finding.name, finding.found.value_or("not found"));
  }
  output.print("\nskipped on this machine\n");
  bool skips = false;
  for (const Finding& finding : findings) {
    if (finding.found || finding.skipped_without.empty()) continue;
    output.print("  no {}: {}\n", finding.name, finding.skipped_without);
    skips = true;
  }
  if (!skips) output.print("  nothing\n");
  return ExitCode::all_right;
}

}  // namespace

Action add_doctor(CLI::App& command) {
  command.description("Say what this machine has, and what would be skipped and why");
  return run;
}

}  // namespace tailproof::cli
