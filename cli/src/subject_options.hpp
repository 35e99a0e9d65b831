/// The options that check, shrink and replay share: subject, store, shrink budget.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "tailproof/properties/investigate.hpp"

namespace tailproof::cli {

/// "90", "90s", "1.5m", "500ms", "2h" in seconds. Throws InputError naming the option.
[[nodiscard]] double seconds_of(const std::string& option, const std::string& text);

/// A whole number, decimal or 0x...; throws InputError naming the option.
[[nodiscard]] std::uint64_t number_of(const std::string& option, const std::string& text);

/// How failures are reduced.
struct ShrinkOptionsText {
  std::string budget = "30s";
  std::string flaky;
  std::int64_t candidates = 200'000;

  /// --shrink-budget, --shrink-candidates, --flaky.
  void add_to(CLI::App& command);
  /// Throws InputError.
  [[nodiscard]] properties::InvestigateOptions options() const;
};

/// 4 for a subject that crashed or hung, 1 for any other failure.
[[nodiscard]] ExitCode exit_code_of(const properties::CaseReport& report);

}  // namespace tailproof::cli
