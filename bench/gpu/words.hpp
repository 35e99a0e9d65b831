// Comma-separated lists and patterns of the command line.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::gpu_bench {

/// The parts between commas; empty parts are left out.
[[nodiscard]] std::vector<std::string> split(std::string_view list, char separator = ',');

/// Whether text fits a pattern in which '*' stands for any run of characters.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

/// A whole number in [least, greatest], with an optional suffix K or M (1024, 1024^2). Throws
/// UsageError that names what it was for.
[[nodiscard]] std::int64_t parse_number(const std::string& what, const std::string& text,
                                        std::int64_t least, std::int64_t greatest);

/// 131072 as "128K", 1048576 as "1M", 100000 as "100000".
[[nodiscard]] std::string short_number(std::int64_t number);

}  // namespace tailproof::gpu_bench
