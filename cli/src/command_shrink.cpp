// tailproof shrink: a stored case made smaller.
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "stored_case.hpp"
#include "subject_options.hpp"
#include "tailproof/properties/case_text.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  StoredCaseOption stored;
  ShrinkOptionsText shrink;
  std::string store;
};

ExitCode run(const Options& options, Output& output) {
  const properties::CaseReport report = options.stored.investigate(options.shrink.options());
  if (report.rate.failures == 0) {
    output.print("passes: {} holds \"{}\": nothing to shrink\n", report.subject, report.property);
    return ExitCode::all_right;
  }
  const std::filesystem::path folder = options.stored.folder;
  const properties::CaseStore store(options.store.empty() ? folder.parent_path()
                                                          : std::filesystem::path(options.store));
  const auto saved = store.save(report);
  output.print("{}stored: {}\n", properties::case_text(report), saved.string());
  return exit_code_of(report);
}

}  // namespace

Action add_shrink(CLI::App& command) {
  command.description("Shrink a stored failing case further, and store what comes of it beside it");
  const auto options = std::make_shared<Options>();
  options->stored.add_to(command);
  options->shrink.add_to(command);
  command.add_option("--store", options->store, "Store it in this folder instead");
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
