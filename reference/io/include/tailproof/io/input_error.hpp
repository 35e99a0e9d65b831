/// The exception for everything a user can get wrong; commands turn it into exit code 2.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tailproof {

/// Where bad input lies: a file (or an option), and within it a row and a position, both from 0.
struct InputPlace {
  std::string file;
  std::optional<std::int64_t> row = std::nullopt;
  std::optional<std::int64_t> position = std::nullopt;
};

/// Bad usage, bad input, or an output that cannot be written. `what()` is one printable line that
/// opens with the place ("scores.npy: row 3, position 17: NaN ...").
class InputError final : public std::runtime_error {
 public:
  InputError(InputPlace place, const std::string& problem);

  [[nodiscard]] const InputPlace& place() const noexcept { return place_; }

 private:
  InputPlace place_;
};

/// `text` in single quotes, made printable: control and non-ASCII bytes as \xNN, cut after 80
/// bytes.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tailproof
