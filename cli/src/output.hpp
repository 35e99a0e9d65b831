/// Standard output, all or nothing.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace tailproof::cli {

/// Collects what a command prints, so that a command that fails midway prints nothing.
class Output final {
 public:
  /// Appends formatted text; nothing is added to it, newlines neither.
  template <typename... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  /// What was printed and is not yet written.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// Writes everything to standard output. Throws InputError when it cannot all be written.
  void flush();

 private:
  std::string text_;
};

}  // namespace tailproof::cli
