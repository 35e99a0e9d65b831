// Recipes as one line of text and as JSON: what is written reads back, what is wrong is named.
#include "tailproof/generators/recipe.hpp"
#include "drawn.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof;
using namespace tailproof::generators;

namespace {

std::string error_of(std::string_view text) {
  try {
    (void)parse_recipe(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string json_error_of(std::string_view text) {
  try {
    (void)recipe_from_json(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("drawn recipes read back from their line and from JSON") {
  const Sampler sampler(4, {});
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Recipe recipe = sampler.draw(i);
    if (i % 3 == 0 && recipe.width > 0) {
      recipe.edits = {{0, recipe.width - 1, 0xff800000u}, {0, 0, 0x7f800001u}};
    }
    if (i % 5 == 0) {
      recipe.lengths = {LengthKind::listed, 0,
                        std::vector<std::int32_t>(static_cast<std::size_t>(recipe.rows), -1)};
    }
    INFO(to_string(recipe));
    CHECK(to_string(recipe).find('\n') == std::string::npos);
    CHECK(parse_recipe(to_string(recipe)) == recipe);
    CHECK(recipe_from_json(to_json(recipe)) == recipe);
  }
}

TEST_CASE("a recipe's line is stable") {
  const std::string line =
      "plateau(level=1,width=7) seed=0x1f rows=3 width=4096 lengths=ragged:10 rank=64 "
      "policy=" +
      to_string(reference::Policy{}) +
      " layout=pitch:3,offset:1,padding:nan,dead:2 edits=0:17:0x7f800000+2:0:0x80000000";
  CHECK(to_string(parse_recipe(line)) == line);
  const std::string json = to_json(parse_recipe(line));
  CHECK(contains(json, R"({"family":"plateau","parameters":{"level":1,"width":7},"seed":31,)"));
}

TEST_CASE("missing parts take their defaults") {
  const Recipe recipe = parse_recipe("signed-zeros rank=3");
  Recipe expected;
  expected.family = "signed-zeros";
  expected.rank = 3;
  CHECK(recipe == expected);
  CHECK(recipe_from_json(R"({"family":"signed-zeros","rank":3})") == expected);
}

TEST_CASE("every wrong part of a line is named") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "empty"},
      {"plateu", "unknown family 'plateu'"},
      {"plateau(width=7", "missing ')'"},
      {"plateau(widht=7)", "no parameter 'widht'"},
      {"plateau(width=7,width=8)", "twice"},
      {"plateau(width=1)", "plateau width must be in [2, "},
      {"plateau(width)", "expected NAME=VALUE"},
      {"iid seed=0xg", "seed: not a number in range: '0xg'"},
      {"iid seed=-1", "seed"},
      {"iid rows=1 rows=2", "part given twice: 'rows'"},
      {"iid rows=99999999999", "rows"},
      {"iid rows=-1", "rows must be in [0, "},
      {"iid rank=0", "rank must be in [1, "},
      {"iid width=-1", "width must be in"},
      {"iid lengths=sometimes", "lengths: unknown kind 'sometimes'"},
      {"iid lengths=ragged:65", "lengths must be in [0, 64], got 65"},
      {"iid lengths=listed:1+2", "2 listed for 1 rows"},
      {"iid policy=stride=3", "stride must be a power of two"},
      {"iid layout=pitch:-1", "layout pitch must be in"},
      {"iid layout=offset:4", "layout offset must be in [0, 3]"},
      {"iid layout=padding:soft", "layout: unknown padding 'soft'"},
      {"iid layout=colour:red", "layout: unknown part 'colour'"},
      {"iid edits=0:64:0", "edits position must be in [0, 63]"},
      {"iid edits=1:0:0", "edits row must be in [0, 0]"},
      {"iid edits=0:0", "expected ROW:POSITION:BITS"},
      {"iid colour=red", "unknown part 'colour'"},
      {"iid rows=2147483647 width=2147483647", "more than 2^32"},
  };
  for (const auto& [line, problem] : cases) {
    INFO(line << " gave: " << error_of(line));
    CHECK(contains(error_of(line), problem));
    CHECK(contains(error_of(line), "recipe"));
  }
}

TEST_CASE("every wrong key of a JSON recipe is named") {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "must be a JSON object"},
      {"{", "parse error"},
      {R"({"family":3})", "family must be a string"},
      {R"({"seed":"1"})", "seed must be an integer"},
      {R"({"seed":1.5})", "seed must be an integer"},
      {R"({"rank":99999999999})", "rank"},
      {R"({"parameters":[]})", "parameters must be an object"},
      {R"({"colour":1})", "unknown key 'colour'"},
      {R"({"family":"nothing"})", "unknown family"},
  };
  for (const auto& [text, problem] : cases) {
    INFO(text << " gave: " << json_error_of(text));
    CHECK(contains(json_error_of(text), problem));
  }
}
