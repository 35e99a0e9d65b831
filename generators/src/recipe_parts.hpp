// The textual parts that a recipe's line and its JSON object share.
#pragma once
#include "tailproof/generators/recipe.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tailproof::generators {

[[nodiscard]] std::string layout_text(const Layout& layout);
[[nodiscard]] Layout parse_layout(std::string_view text);
[[nodiscard]] std::string edits_text(const std::vector<Edit>& edits);
[[nodiscard]] std::vector<Edit> parse_edits(std::string_view text);
/// parse_policy() with its error turned into an InputError.
[[nodiscard]] reference::Policy recipe_policy(std::string_view text);

}  // namespace tailproof::generators
