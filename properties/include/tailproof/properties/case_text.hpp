/// A failing case in words: a table of its scores, and programs that reproduce it.
#pragma once
#include "tailproof/properties/investigate.hpp"

#include <string>

namespace tailproof::properties {

/// The finding, the setting, one table a row (position, score in decimal and hex, key, coarse bin,
/// expected and actual picks; long rows are cut around what matters), and the first phase in which
/// the subject departs from the reference.
[[nodiscard]] std::string case_text(const CaseReport& report);

/// Up to this many scores a reproducer holds the rows itself; beyond, only the .npy files do.
inline constexpr std::int64_t most_embedded_scores = 20'000;

/// A program without dependencies that holds the rows and the picks and checks the contract:
/// "c++ -std=c++20 reproduce.cpp && ./a.out". Empty for more scores than most_embedded_scores.
[[nodiscard]] std::string cpp_reproducer(const CaseReport& report);
/// The same for "python3 reproduce.py", with the standard library alone.
[[nodiscard]] std::string python_reproducer(const CaseReport& report);

}  // namespace tailproof::properties
