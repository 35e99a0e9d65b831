/// The registry of commands.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

#include "exit_code.hpp"
#include "output.hpp"

namespace tailproof::cli {

/// What a command does once its options are parsed. Throws InputError, or the reference's
/// ContractError and PolicyError, for bad input; whatever it printed is then dropped.
using Action = std::function<ExitCode(Output&)>;

/// Describes a command and its options to the parser, and returns its action.
using AddCommand = Action (*)(CLI::App& command);

/// A name of commands.inc, spelled with underscores, and the function that adds it.
struct Command {
  const char* identifier;
  AddCommand add;
};

/// All commands, in the order of --help.
[[nodiscard]] std::span<const Command> commands();

#define TAILPROOF_COMMAND(name) Action add_##name(CLI::App& command);
#include "commands.inc"
#undef TAILPROOF_COMMAND

}  // namespace tailproof::cli
