/// All families, by name.
#pragma once
#include "tailproof/generators/case.hpp"
#include "tailproof/generators/family.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tailproof::generators {

/// Every family, in the order of the registry; those unavailable here are among them.
[[nodiscard]] std::span<const Family* const> families();

/// Null for an unknown name.
[[nodiscard]] const Family* find_family(std::string_view name) noexcept;

/// Throws InputError that lists the names there are.
[[nodiscard]] const Family& family_of_name(std::string_view name);

/// Whether row of a case made from recipe keeps its family's promise. A row with edits promises
/// nothing.
[[nodiscard]] Promise check_promise(const Recipe& recipe, const Case& made, std::int64_t row);

}  // namespace tailproof::generators
