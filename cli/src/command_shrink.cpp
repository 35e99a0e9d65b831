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

// The folder that a case lies in, whether its name ends in a slash or is relative.
std::filesystem::path store_of(const std::filesystem::path& given) {
  if (given.has_filename() && given.has_parent_path()) return given.parent_path();
  const std::filesystem::path folder = std::filesystem::absolute(given).lexically_normal();
  return folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
}

ExitCode run(const Options& options, Output& output) {
  const auto [report, why_not] = options.stored.run(options.shrink.options());
  if (!why_not.empty()) {
    output.print("SKIP: {} is not put to {}: {}\n", options.stored.folder, report.subject, why_not);
    return ExitCode::nothing_checked;
  }
  if (report.rate.failures == 0) {
    output.print("passes: {} holds \"{}\": nothing to shrink\n", report.subject, report.property);
    return ExitCode::all_right;
  }
  const properties::CaseStore store(options.store.empty() ? store_of(options.stored.folder)
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
