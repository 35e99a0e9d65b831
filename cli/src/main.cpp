// The command-line tool: parses, runs one command, and turns every error into its exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands.hpp"
#include "subjects.hpp"
#include "suggest.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof/reference/errors.hpp"

namespace {

using namespace tailproof::cli;

constexpr const char* exit_codes =
    "Exit codes: 0 all checked and right, 1 a violation was found, 2 bad usage or bad input,\n"
    "3 nothing could be checked, 4 the thing under test crashed, hung or ran out of memory.";

/// A mapped input that another process cuts short raises SIGBUS.
extern "C" void report_bus_error(int) {
  static const char message[] = "tailproof: error: an input file shrank while it was being read\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
  ::_exit(static_cast<int>(ExitCode::bad_input));
}

ExitCode fail(ExitCode code, const std::string& problem) {
  fmt::print(stderr, "tailproof: error: {}\n", problem);
  return code;
}

std::string command_name(const Command& command) {
  std::string name = command.identifier;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string unknown(const char* what, const std::string& typed,
                    const std::vector<std::string>& known, const std::string& help) {
  const auto meant = suggest(typed, known);
  return fmt::format("unknown {} {}; {}", what, tailproof::printable(typed),
                     meant ? fmt::format("did you mean '{}'?", *meant) : "see " + help);
}

/// A parse error in words; of several faults an unknown command or option is the likeliest cause.
std::string parse_problem(const CLI::App& app, const CLI::ParseError& error) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) {
    std::vector<std::string> known{"--help", "--version"};
    for (const Command& command : commands()) known.push_back(command_name(command));
    const auto extras = app.remaining();
    if (extras.empty()) return "no command given; see tailproof --help";
    return unknown(extras[0].starts_with('-') ? "option" : "command", extras[0], known,
                   "tailproof --help");
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : parsed[0]->get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
    for (const auto& name : option->get_snames()) known.push_back("-" + name);
  }
  const std::string help = "tailproof " + parsed[0]->get_name() + " --help";
  for (const std::string& extra : app.remaining(true)) {
    if (extra.starts_with('-')) return unknown("option", extra, known, help);
  }
  return std::string(error.what()) + "; see " + help;
}

ExitCode run(int argc, char** argv) {
  register_subjects();
  CLI::App app("Exact Top-K selection: a bit-exact reference, a sound oracle, and their evidence",
               "tailproof");
  app.set_version_flag("--version", "tailproof " TAILPROOF_VERSION);
  app.footer(exit_codes);
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : commands()) {
    CLI::App* const subcommand = app.add_subcommand(command_name(command));
    actions.emplace_back(subcommand, command.add(*subcommand));
  }
  Output output;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    output.print("{}", app.help());
    output.flush();
    return ExitCode::all_right;
  } catch (const CLI::CallForVersion& version) {
    output.print("{}\n", version.what());
    output.flush();
    return ExitCode::all_right;
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::bad_input, parse_problem(app, error));
  }
  const auto chosen = std::find_if(actions.begin(), actions.end(),
                                   [](const auto& entry) { return entry.first->parsed(); });
  const ExitCode code = chosen->second(output);
  output.flush();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGBUS, report_bus_error);
  // A file size limit shall make a write fail with a message, not kill the process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const tailproof::InputError& error) {
    return static_cast<int>(fail(ExitCode::bad_input, error.what()));
  } catch (const tailproof::reference::ContractError& error) {
    return static_cast<int>(fail(ExitCode::bad_input, error.what()));
  } catch (const tailproof::reference::PolicyError& error) {
    return static_cast<int>(fail(ExitCode::bad_input, error.what()));
  } catch (const tailproof::properties::SubjectLost& error) {
    return static_cast<int>(fail(ExitCode::subject_failed, error.what()));
  } catch (const tailproof::properties::SubjectUnavailable& error) {
    return static_cast<int>(fail(ExitCode::nothing_checked, std::string("SKIP: ") + error.what()));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(fail(ExitCode::bad_input, "not enough memory for this input"));
  } catch (const std::exception& error) {
    return static_cast<int>(
        fail(ExitCode::subject_failed, fmt::format("internal error: {}", error.what())));
  }
}
