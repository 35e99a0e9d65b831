/// What can be checked here, and the options that name it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tailproof::cli {

/// Makes the built-in mappings, variant libraries and programs known to make_subject(). Call once.
void register_subjects();

/// Path of the running executable.
[[nodiscard]] std::string this_tool();

/// --variant, --exec, --call-limit, --memory-limit and --prior-oracle; the first two set the
/// subject's text. The text must live as long as the command.
void add_subject_options(CLI::App& command, std::string& subject);
/// The last three alone.
void add_isolation_options(CLI::App& command);

}  // namespace tailproof::cli
