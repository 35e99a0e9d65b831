/// Text from outside made safe for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace tailproof::cli {

/// The text with &, <, >, " and ' as entities, for element content and quoted attributes alike.
/// Bytes that no XML document may hold (control characters, broken UTF-8) become "\xNN".
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace tailproof::cli
