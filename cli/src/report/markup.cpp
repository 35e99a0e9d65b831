#include "report/markup.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace tailproof::cli {
namespace {

struct Form {
  unsigned char mask;
  unsigned char lead;
  std::size_t bytes;
  std::uint32_t least;  ///< below it the form is overlong
};
constexpr Form forms[] = {{0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}};

/// Bytes of the character that text starts with, beyond ASCII; 0 where XML allows none such.
std::size_t wide_character(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Form& form : forms) {
    if ((byte(0) & form.mask) != form.lead || text.size() < form.bytes) continue;
    std::uint32_t point = byte(0) & static_cast<unsigned char>(~form.mask);
    for (std::size_t i = 1; i < form.bytes; ++i) {
      if ((byte(i) & 0xc0u) != 0x80u) return 0;
      point = (point << 6) | (byte(i) & 0x3fu);
    }
    const bool surrogate = point >= 0xd800 && point < 0xe000;
    const bool legal =
        point >= form.least && point < 0x110000 && !surrogate && point != 0xfffe && point != 0xffff;
    return legal ? form.bytes : 0;
  }
  return 0;
}

const char* entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text.front());
    std::size_t used = 1;
    if (const char* const name = entity(text.front())) {
      safe += name;
    } else if (c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f)) {
      safe += text.front();
    } else if (const std::size_t bytes = c >= 0x80 ? wide_character(text) : 0; bytes > 0) {
      safe += text.substr(0, bytes);
      used = bytes;
    } else {
      safe += fmt::format("\\x{:02x}", c);
    }
    text.remove_prefix(used);
  }
  return safe;
}

}  // namespace tailproof::cli
