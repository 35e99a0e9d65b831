#include "recipe_parts.hpp"
#include "tailproof/generators/recipe.hpp"
#include "tailproof/reference/errors.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <set>

namespace tailproof::generators {

std::string parameters_text(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  }
  return text;
}

std::string layout_text(const Layout& layout) {
  return fmt::format("pitch:{},offset:{},padding:{},dead:{}", layout.pitch_extra,
                     layout.base_offset, padding_name(layout.padding), layout.dead_rows);
}

Layout parse_layout(std::string_view text) {
  Layout layout;
  for (const auto part : split(text, ',')) {
    const auto [name, value] = split_name(part, ':');
    if (name == "pitch") {
      layout.pitch_extra = parse_integer<std::int64_t>(value, "layout pitch");
    } else if (name == "offset") {
      layout.base_offset = parse_integer<std::uint32_t>(value, "layout offset");
    } else if (name == "dead") {
      layout.dead_rows = parse_integer<std::int32_t>(value, "layout dead");
    } else if (name == "padding") {
      const auto padding = padding_of_name(value);
      if (!padding.has_value()) refuse("layout: unknown padding " + printable(value));
      layout.padding = *padding;
    } else {
      refuse("layout: unknown part " + printable(name));
    }
  }
  return layout;
}

std::string edits_text(const std::vector<Edit>& edits) {
  std::string text;
  for (const Edit& edit : edits) {
    text += fmt::format("{}{}:{}:0x{:08x}", text.empty() ? "" : "+", edit.row, edit.position,
                        edit.bits);
  }
  return text;
}

std::vector<Edit> parse_edits(std::string_view text) {
  std::vector<Edit> edits;
  for (const auto part : split(text, '+')) {
    const auto fields = split(part, ':');
    if (fields.size() != 3) refuse("edits: expected ROW:POSITION:BITS, got " + printable(part));
    edits.push_back({parse_integer<std::int32_t>(fields[0], "edits row"),
                     parse_integer<std::int64_t>(fields[1], "edits position"),
                     parse_integer<std::uint32_t>(fields[2], "edits bits")});
  }
  return edits;
}

reference::Policy recipe_policy(std::string_view text) {
  try {
    return reference::parse_policy(std::string(text));
  } catch (const reference::PolicyError& error) {
    refuse(error.what());
  }
}

std::string to_string(const Recipe& recipe) {
  std::string text = recipe.family;
  if (!recipe.parameters.empty()) text += fmt::format("({})", parameters_text(recipe.parameters));
  text += fmt::format(" seed=0x{:x} rows={} width={} lengths={} rank={} policy={}", recipe.seed,
                      recipe.rows, recipe.width, to_string(recipe.lengths), recipe.rank,
                      to_string(recipe.policy));
  if (recipe.layout != Layout{}) text += " layout=" + layout_text(recipe.layout);
  if (!recipe.edits.empty()) text += " edits=" + edits_text(recipe.edits);
  return text;
}

namespace {

void parse_family(Recipe& recipe, std::string_view text) {
  const auto open = text.find('(');
  recipe.family = text.substr(0, open);
  if (open == std::string_view::npos) return;
  if (!text.ends_with(')')) refuse("family: missing ')' in " + printable(text));
  for (const auto part : split(text.substr(open + 1, text.size() - open - 2), ',')) {
    const auto [name, value] = split_name(part, '=');
    const bool fresh =
        recipe.parameters.emplace(name, parse_integer<std::int64_t>(value, name)).second;
    if (!fresh) refuse("family: parameter given twice: " + printable(name));
  }
}

void parse_part(Recipe& recipe, std::string_view name, std::string_view value) {
  if (name == "seed") {
    recipe.seed = parse_integer<std::uint64_t>(value, name);
  } else if (name == "rows") {
    recipe.rows = parse_integer<std::int32_t>(value, name);
  } else if (name == "width") {
    recipe.width = parse_integer<std::int64_t>(value, name);
  } else if (name == "lengths") {
    recipe.lengths = parse_lengths(std::string(value));
  } else if (name == "rank") {
    recipe.rank = parse_integer<std::int32_t>(value, name);
  } else if (name == "policy") {
    recipe.policy = recipe_policy(value);
  } else if (name == "layout") {
    recipe.layout = parse_layout(value);
  } else if (name == "edits") {
    recipe.edits = parse_edits(value);
  } else {
    refuse("unknown part " + printable(name));
  }
}

}  // namespace

Recipe parse_recipe(std::string_view text) {
  Recipe recipe;
  bool first = true;
  std::set<std::string_view> seen;
  for (const auto part : split(text, ' ')) {
    if (part.empty()) continue;
    if (first) {
      parse_family(recipe, part);
    } else {
      const auto [name, value] = split_name(part, '=');
      if (!seen.insert(name).second) refuse("part given twice: " + printable(name));
      parse_part(recipe, name, value);
    }
    first = false;
  }
  if (first) refuse("empty");
  require_valid(recipe);
  return recipe;
}

}  // namespace tailproof::generators
