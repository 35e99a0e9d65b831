#include "row_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace tailproof::cli {

CLI::Option* add_integer(CLI::App& command, const std::string& name,
                         std::optional<std::int64_t>& value, const std::string& description) {
  const auto read = [name, &value](const std::string& text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc::result_out_of_range) {
      throw InputError({.file = name}, printable(text) + " is beyond 64 bits");
    }
    if (error != std::errc() || stop != end) {
      throw InputError({.file = name}, printable(text) + " is not a whole number");
    }
    value = number;
  };
  return command.add_option_function<std::string>(name, read, description)->type_name("INT");
}

void RowInputs::add_to(CLI::App& command) {
  command
      .add_option("SCORES", scores,
                  "Score rows, <f4: FILE.npy or FILE.safetensors:TENSOR; 1-D is one row")
      ->required();
  command.add_option("--lengths", lengths,
                     "Valid length of each row, <i4 or <i8 (default: the whole width)");
  add_integer(command, "-k", rank, "Rank K: how many scores to select in each row")->required();
}

std::int32_t RowInputs::checked_rank(const reference::ScoreMatrix& matrix) const {
  constexpr std::int64_t always_allowed = 1 << 20;
  const std::int64_t most = std::max(matrix.width, always_allowed);
  const std::int64_t asked = rank.value_or(0);
  if (asked < 1 || asked > most) {
    throw InputError({.file = "-k"}, fmt::format("K = {} is outside [1, {}]", asked, most));
  }
  return static_cast<std::int32_t>(asked);
}

void PolicyOption::add_to(CLI::App& command) {
  command.add_option("--policy", text,
                     "Comma list of stride=64, rho=3/2, rescue=7/4 or rescue=none, capacity=4096, "
                     "digits=11+11+10, segments=4, early-exit=1, proposal=sampled, direct or "
                     "direct-registers");
}

}  // namespace tailproof::cli
