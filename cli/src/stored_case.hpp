/// What shrink and replay do alike: open a case and put it to its subject.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "exit_code.hpp"
#include "output.hpp"
#include "tailproof/properties/replay.hpp"

namespace tailproof::cli {

/// CASE and --subject.
struct StoredCaseOption {
  std::string folder;
  std::string subject;

  void add_to(CLI::App& command);
  /// Opens the case, runs it as the options say and returns what came of it. Throws InputError.
  [[nodiscard]] properties::CaseRun run(const properties::InvestigateOptions& options) const;
};

}  // namespace tailproof::cli
