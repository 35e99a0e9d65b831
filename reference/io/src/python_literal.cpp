#include "python_literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

/// More extents than any array of this project has; bounds the work on a hostile tuple.
constexpr std::size_t most_extents = 32;

}  // namespace

PythonLiteralReader::PythonLiteralReader(std::string file, std::string_view text)
    : file_(std::move(file)), text_(text) {}

void PythonLiteralReader::skip_blanks() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
}

char PythonLiteralReader::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool PythonLiteralReader::take(char c) {
  if (peek() != c || at_ == text_.size()) return false;
  ++at_;
  return true;
}

void PythonLiteralReader::expect(char c) {
  if (!take(c)) fail(fmt::format("expected '{}'", c));
}

std::string_view PythonLiteralReader::string() {
  const char quote = peek();
  if (quote != '\'' && quote != '"') fail("expected a string");
  const std::size_t start = at_ + 1;
  const std::size_t end = text_.find(quote, start);
  if (end == std::string_view::npos) fail("string without an end");
  const std::string_view value = text_.substr(start, end - start);
  if (value.find('\\') != std::string_view::npos) fail("escape sequence in a string");
  at_ = end + 1;
  return value;
}

bool PythonLiteralReader::boolean() {
  skip_blanks();
  for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}}) {
    if (text_.substr(at_, word.size()) == word) {
      at_ += word.size();
      return value;
    }
  }
  fail("expected True or False");
}

std::vector<std::uint64_t> PythonLiteralReader::tuple() {
  std::vector<std::uint64_t> values;
  expect('(');
  while (!take(')')) {
    if (values.size() == most_extents) fail(fmt::format("more than {} extents", most_extents));
    values.push_back(integer());
    if (take(',')) continue;
    if (values.size() == 1) fail("expected ',' (a tuple of one needs it)");
    expect(')');
    break;
  }
  return values;
}

std::uint64_t PythonLiteralReader::integer() {
  if (peek() == '-') fail("negative extent");
  std::uint64_t value = 0;
  const char* const start = text_.data() + at_;
  const auto [end, error] = std::from_chars(start, text_.data() + text_.size(), value);
  if (error == std::errc::result_out_of_range) fail("extent beyond 64 bits");
  if (error != std::errc()) fail("expected a non-negative integer");
  at_ += static_cast<std::size_t>(end - start);
  return value;
}

void PythonLiteralReader::fail(const std::string& problem) const {
  const std::string where = at_ < text_.size() ? fmt::format("at byte {}, before {}", at_,
                                                             printable(text_.substr(at_, 16)))
                                               : std::string("at its end");
  throw InputError({.file = file_}, fmt::format(".npy header is malformed: {} {}", problem, where));
}

}  // namespace tailproof::io
