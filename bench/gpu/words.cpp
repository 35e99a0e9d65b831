#include "words.hpp"

#include "usage_error.hpp"

#include <charconv>

namespace tailproof::gpu_bench {

std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0) parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t from = star; from <= text.size(); ++from) {
    if (matches(rest, text.substr(from))) return true;
  }
  return false;
}

std::int64_t parse_number(const std::string& what, const std::string& text, std::int64_t least,
                          std::int64_t greatest) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  std::int64_t unit = 1;
  if (rest + 1 == end && (*rest == 'K' || *rest == 'k')) unit = 1024;
  if (rest + 1 == end && (*rest == 'M' || *rest == 'm')) unit = 1024 * 1024;
  const bool whole = rest == end || unit != 1;
  if (error != std::errc{} || !whole || number < least || number > greatest / unit ||
      number * unit < least) {
    throw UsageError(what + ": '" + text + "' is not a whole number from " + std::to_string(least) +
                     " to " + std::to_string(greatest));
  }
  return number * unit;
}

std::string short_number(std::int64_t number) {
  constexpr std::int64_t kibi = 1024;
  if (number != 0 && number % (kibi * kibi) == 0) return std::to_string(number / kibi / kibi) + "M";
  if (number != 0 && number % kibi == 0) return std::to_string(number / kibi) + "K";
  return std::to_string(number);
}

}  // namespace tailproof::gpu_bench
