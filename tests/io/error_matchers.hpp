/// Looking at InputErrors in tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tailproof/io/input_error.hpp"

namespace tailproof::test {

/// The InputError that `action` throws, or nothing; any other exception goes through.
template <typename Action>
std::optional<InputError> input_error(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

/// "none" or the message, so that a failed CHECK prints it.
template <typename Action>
std::string message_of(Action&& action) {
  const auto error = input_error(action);
  return error ? error->what() : "none";
}

/// Whether `text` holds `part`.
inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Whether a message is one line of printable ASCII.
inline bool is_printable_line(std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~') return false;
  }
  return true;
}

}  // namespace tailproof::test
