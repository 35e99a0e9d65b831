#include "recipe_parts.hpp"
#include "tailproof/generators/recipe.hpp"
#include "text.hpp"

#include <nlohmann/json.hpp>

namespace tailproof::generators {
namespace {

using Json = nlohmann::ordered_json;

template <class Integer>
Integer integer(const Json& value, const std::string& key) {
  if (!value.is_number_integer()) refuse(key + " must be an integer");
  // Through text, so that range errors are those of the line format.
  return parse_integer<Integer>(value.dump(), key);
}

std::string string(const Json& value, const std::string& key) {
  if (!value.is_string()) refuse(key + " must be a string");
  return value.get<std::string>();
}

Parameters parameters(const Json& value) {
  if (!value.is_object()) refuse("parameters must be an object");
  Parameters read;
  for (const auto& [name, number] : value.items()) {
    read.emplace(name, integer<std::int64_t>(number, name));
  }
  return read;
}

void read_key(Recipe& recipe, const std::string& key, const Json& value) {
  if (key == "family") {
    recipe.family = string(value, key);
  } else if (key == "parameters") {
    recipe.parameters = parameters(value);
  } else if (key == "seed") {
    recipe.seed = integer<std::uint64_t>(value, key);
  } else if (key == "rows") {
    recipe.rows = integer<std::int32_t>(value, key);
  } else if (key == "width") {
    recipe.width = integer<std::int64_t>(value, key);
  } else if (key == "lengths") {
    recipe.lengths = parse_lengths(string(value, key));
  } else if (key == "rank") {
    recipe.rank = integer<std::int32_t>(value, key);
  } else if (key == "policy") {
    recipe.policy = recipe_policy(string(value, key));
  } else if (key == "layout") {
    recipe.layout = parse_layout(string(value, key));
  } else if (key == "edits") {
    recipe.edits = parse_edits(string(value, key));
  } else {
    refuse("unknown key " + printable(key));
  }
}

}  // namespace

std::string to_json(const Recipe& recipe) {
  Json json;
  json["family"] = recipe.family;
  json["parameters"] = Json::object();
  for (const auto& [name, value] : recipe.parameters) json["parameters"][name] = value;
  json["seed"] = recipe.seed;
  json["rows"] = recipe.rows;
  json["width"] = recipe.width;
  json["lengths"] = to_string(recipe.lengths);
  json["rank"] = recipe.rank;
  json["policy"] = to_string(recipe.policy);
  json["layout"] = layout_text(recipe.layout);
  json["edits"] = edits_text(recipe.edits);
  return json.dump();
}

Recipe recipe_from_json(std::string_view text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse(error.what());
  }
  if (!json.is_object()) refuse("must be a JSON object");
  Recipe recipe;
  for (const auto& [key, value] : json.items()) read_key(recipe, key, value);
  require_valid(recipe);
  return recipe;
}

}  // namespace tailproof::generators
