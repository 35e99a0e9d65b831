#include "tailproof/io/input_error.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace tailproof {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

// Problems may quote the input (a library's parse errors do), and file names may hold anything.
std::string message(const InputPlace& place, const std::string& problem) {
  std::string text = place.file;
  if (place.row) text += fmt::format(": row {}", *place.row);
  if (place.position)
    text += fmt::format("{}position {}", place.row ? ", " : ": ", *place.position);
  return escaped(text.empty() ? problem : text + ": " + problem);
}

}  // namespace

InputError::InputError(InputPlace place, const std::string& problem)
    : std::runtime_error(message(place, problem)), place_(std::move(place)) {}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 80;
  return "'" + escaped(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

}  // namespace tailproof
