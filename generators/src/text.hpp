// Reading the parts of a recipe line; every error names the part.
#pragma once
#include "tailproof/io/input_error.hpp"

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::generators {

[[noreturn]] inline void refuse(const std::string& problem) {
  throw InputError({.file = "recipe"}, problem);
}

/// Parts between separators; an empty text has no parts.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    if (text.empty()) parts.emplace_back();
  }
  return parts;
}

/// A whole decimal or 0x number that fits the type.
template <std::integral Integer>
[[nodiscard]] Integer parse_integer(std::string_view text, std::string_view what) {
  const bool hexadecimal = text.starts_with("0x");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  Integer value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) {
    refuse(std::string(what) + ": not a number in range: " + printable(text));
  }
  return value;
}

/// A name and what follows the separator; the separator must be there.
struct NamedText {
  std::string_view name;
  std::string_view value;
};
[[nodiscard]] inline NamedText split_name(std::string_view text, char separator) {
  const auto at = text.find(separator);
  if (at == std::string_view::npos) {
    refuse(std::string("expected NAME") + separator + "VALUE, got " + printable(text));
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace tailproof::generators
