/// "did you mean": the one known word that a mistyped one stands for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tailproof::cli {

/// The only word that starts with `typed`, or else the only one nearest to it within two edits
/// (insert, delete, replace, swap neighbours), one in a short word; nothing when ambiguous.
[[nodiscard]] std::optional<std::string> suggest(std::string_view typed,
                                                 std::span<const std::string> words);

}  // namespace tailproof::cli
