/// The few Python literals that a .npy header is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::io {

/// Reads literals from the front of a text. Every method throws InputError that names the file
/// and the byte of the header where the text stops making sense. Linear in the text; no recursion.
class PythonLiteralReader final {
 public:
  PythonLiteralReader(std::string file, std::string_view text);

  /// The next character that is not blank, or 0 at the end of the text.
  [[nodiscard]] char peek();
  /// Takes `c` if it is next.
  bool take(char c);
  /// Takes `c` or throws.
  void expect(char c);
  /// A string in single or double quotes, without escapes.
  [[nodiscard]] std::string_view string();
  /// True or False.
  [[nodiscard]] bool boolean();
  /// A tuple of non-negative integers: (), (3,), (3, 4).
  [[nodiscard]] std::vector<std::uint64_t> tuple();
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  void skip_blanks();
  [[nodiscard]] std::uint64_t integer();

  std::string file_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace tailproof::io
