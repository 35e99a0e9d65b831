// Recipes: bytes choose a family, its parameters and everything around the rows.
#include "check_row.hpp"
#include "row_input.hpp"
#include "tailproof/generators/case.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/errors.hpp"

namespace tailproof::fuzz {
namespace {

using namespace generators;

constexpr std::int64_t widest = 1024;

Lengths read_lengths(Input& input, const Recipe& recipe) {
  Lengths lengths;
  lengths.kind = static_cast<LengthKind>(input.below(7));
  if (lengths.kind == LengthKind::ragged) lengths.least = input.between(0, recipe.width);
  if (lengths.kind == LengthKind::listed) {
    for (std::int32_t r = 0; r < recipe.rows; ++r) {
      lengths.listed.push_back(static_cast<std::int32_t>(input.between(0, recipe.width)));
    }
  }
  return lengths;
}

Recipe read_recipe(Bytes bytes) {
  Input input(bytes);
  Recipe recipe;
  const Family& family = *input.one_of(families());
  recipe.family = family.name;
  recipe.policy = read_policy(input);
  recipe.seed = input.number(4);
  recipe.rows = static_cast<std::int32_t>(input.between(0, 3));
  recipe.width = input.between(0, widest);
  recipe.rank = static_cast<std::int32_t>(input.between(1, 256));
  recipe.lengths = read_lengths(input, recipe);
  recipe.layout.pitch_extra = input.between(0, 7);
  recipe.layout.base_offset = static_cast<std::uint32_t>(input.below(4));
  recipe.layout.padding = static_cast<Padding>(input.below(padding_count));
  recipe.layout.dead_rows = static_cast<std::int32_t>(input.between(0, 2));
  for (const ParameterSpec& parameter : family.parameters) {
    if (input.below(2) == 0) continue;  // takes its typical value
    recipe.parameters[std::string(parameter.name)] =
        input.between(parameter.least, parameter.greatest);
  }
  for (std::uint64_t n = input.below(3); n > 0 && recipe.rows > 0 && recipe.width > 0; --n) {
    recipe.edits.push_back({static_cast<std::int32_t>(input.between(0, recipe.rows - 1)),
                            input.between(0, recipe.width - 1),
                            static_cast<std::uint32_t>(input.number(4))});
  }
  return recipe;
}

void check_text(const Recipe& recipe) {
  const std::string text = to_string(recipe);
  require(parse_recipe(text) == recipe, "the recipe's text reads back as another: " + text);
  require(recipe_from_json(to_json(recipe)) == recipe, "its JSON reads back as another: " + text);
}

void check_rows(const Recipe& recipe, const Case& made) {
  reference::Selector selector(recipe.policy, recipe.rank);
  for (std::int64_t row = 0; row < made.rows(); ++row) {
    const Promise promise = check_promise(recipe, made, row);
    require(promise.state != Promise::State::broken, "broken promise: " + promise.why);
    if (made.in_contract()) check_row(selector, made.scores(row), row);
  }
}

void run(Bytes bytes) {
  const Recipe recipe = read_recipe(bytes);
  check_text(recipe);
  const Family& family = family_of_name(recipe.family);
  if (family.unavailable != nullptr && family.unavailable()) return;
  const Case made = materialise(recipe);
  const std::uint64_t fingerprint = made.fingerprint();
  require(materialise(recipe).fingerprint() == fingerprint, "made twice, it differs");
  check_rows(recipe, made);
  if (!made.in_contract()) {
    std::vector<std::int32_t> picks(static_cast<std::size_t>(recipe.rows * recipe.rank));
    bool refused = false;
    try {
      select_all(made.matrix(), recipe.rank, recipe.policy, picks);
    } catch (const reference::ContractError&) {
      refused = true;
    }
    require(refused, "the reference selects from rows outside the contract");
  }
  require(made.fingerprint() == fingerprint, "the input was written to");
}

CaseOfInput to_case(Bytes bytes) {
  const Recipe recipe = read_recipe(bytes);
  return {"reference", "contract", to_string(recipe),
          properties::Specimen::of(materialise(recipe), recipe.seed)};
}

}  // namespace

const Target target = {
    "recipe", "a recipe's rows keep their promise, and the reference selects as sorting tells", run,
    nullptr, to_case};

}  // namespace tailproof::fuzz
