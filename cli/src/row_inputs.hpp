/// The input that select, verify and explain share: scores, lengths and K.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "tailproof/io/input_error.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/policy.hpp"

namespace tailproof::cli {

/// Adds an option that takes a whole number in decimal: CLI11's own reading of integers takes 010
/// for 8 and clamps what does not fit. Anything else is an InputError that quotes it.
CLI::Option* add_integer(CLI::App& command, const std::string& name,
                         std::optional<std::int64_t>& value, const std::string& description);

/// Options as typed; nothing is opened before the action runs.
struct RowInputs {
  std::string scores;
  std::optional<std::string> lengths;
  std::optional<std::int64_t> rank;

  /// SCORES, --lengths and -k.
  void add_to(CLI::App& command);

  /// Opens the files. Throws InputError.
  [[nodiscard]] io::ScoreFile open() const { return io::ScoreFile(scores, lengths); }

  /// K, checked against the width: 1 <= K <= max(N, 2^20). More than N is legal (all positions and
  /// sentinels), but the output has K slots a row, so a slip of the finger must not fill the disk.
  [[nodiscard]] std::int32_t checked_rank(const reference::ScoreMatrix& matrix) const;

  /// Runs `work`, adding the name of the score file to what the reference refuses.
  template <typename Work>
  auto naming_scores(Work&& work) const {
    try {
      return work();
    } catch (const reference::ContractError& error) {
      throw InputError({.file = scores}, error.what());
    }
  }
};

/// --policy, and the policy it stands for. Throws reference::PolicyError.
struct PolicyOption {
  std::string text;

  void add_to(CLI::App& command);
  [[nodiscard]] reference::Policy policy() const { return reference::parse_policy(text); }
};

}  // namespace tailproof::cli
