// Every family keeps its promise over hundreds of draws, and the promise mostly applies.
#include "drawn.hpp"
#include "skip.hpp"
#include "tailproof_catch.hpp"

#include <map>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

constexpr std::uint64_t draws_each = 300;

struct Tally {
  std::map<Promise::State, int> rows;
  std::string first_broken;
};

Tally tally(const Family& family) {
  Tally seen;
  const Sampler sampler = test::sampler_of(family.name);
  for (std::uint64_t i = 0; i < draws_each; ++i) {
    const Recipe recipe = sampler.draw(i);
    const Case made = materialise(recipe);
    for (std::int64_t row = 0; row < made.rows(); ++row) {
      const Promise promise = check_promise(recipe, made, row);
      ++seen.rows[promise.state];
      if (promise.state == Promise::State::broken && seen.first_broken.empty()) {
        seen.first_broken = to_string(recipe) + ", row " + std::to_string(row) + ": " + promise.why;
      }
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("every family keeps its promise") {
  for (const Family* family : families()) {
    if (!test::available(*family)) {
      test::skip(std::string(family->name) + ": " + *family->unavailable());
      continue;
    }
    Tally seen = tally(*family);
    INFO(family->name << ": " << seen.rows[Promise::State::kept] << " rows kept it, "
                      << seen.rows[Promise::State::not_applicable] << " left no room");
    INFO("first broken: " << seen.first_broken);
    CHECK(seen.rows[Promise::State::broken] == 0);
    CHECK(seen.rows[Promise::State::kept] >= 3 * seen.rows[Promise::State::not_applicable]);
  }
}

TEST_CASE("families are named once, described in one line, with sane parameters") {
  std::map<std::string_view, int> names;
  for (const Family* family : families()) {
    INFO(family->name);
    CHECK(++names[family->name] == 1);
    CHECK(family->attacks.size() > 20);
    CHECK(family->attacks.find('\n') == std::string_view::npos);
    CHECK(family->fill != nullptr);
    CHECK(family->promise != nullptr);
    for (const ParameterSpec& spec : family->parameters) {
      INFO(spec.name);
      CHECK(spec.least <= spec.typical);
      CHECK(spec.typical <= spec.greatest);
      CHECK(!spec.meaning.empty());
    }
  }
}

TEST_CASE("every family fills rows of every small length, whatever the recipe says") {
  for (const Family* family : families()) {
    if (!test::available(*family)) continue;
    const Sampler sampler = test::sampler_of(family->name, 2);
    for (std::uint64_t i = 0; i < 100; ++i) {
      Recipe recipe = sampler.draw(i);
      recipe.width = static_cast<std::int64_t>(i % 20);
      recipe.rows = 3;
      recipe.lengths = {LengthKind::ragged, 0, {}};
      INFO(to_string(recipe));
      const Case made = materialise(recipe);
      CHECK(made.in_contract() == (family->in_contract || made.in_contract()));
      for (std::int64_t row = 0; row < made.rows(); ++row) {
        CHECK(check_promise(recipe, made, row).state != Promise::State::broken);
      }
    }
  }
}
