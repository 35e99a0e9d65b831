// The same bytes everywhere: fingerprints committed with the code, for every family.
#include "drawn.hpp"
#include "golden.hpp"
#include "tailproof_catch.hpp"

#include <cstdio>
#include <set>

using namespace tailproof;
using namespace tailproof::generators;

TEST_CASE("golden recipes give the bytes they gave when committed") {
  std::set<std::string> covered;
  for (const test::Golden& golden : test::golden) {
    const Recipe recipe = parse_recipe(golden.recipe);
    covered.insert(recipe.family);
    if (!test::available(family_of_name(recipe.family))) continue;
    INFO(golden.recipe);
    char got[20];
    std::snprintf(got, sizeof got, "%016llx",
                  static_cast<unsigned long long>(materialise(recipe).fingerprint()));
    CHECK(std::string(got) == golden.fingerprint);
  }
  for (const Family* family : families()) {
    // Captured rows depend on the captures, which are no part of the code.
    if (family->name == "captured") continue;
    INFO(family->name);
    CHECK(covered.count(std::string(family->name)) == 1);
  }
}

// Compilers may evaluate the arguments of one call in any order; two draws in one call would show.
TEST_CASE("the sampler's draws are the same on every platform") {
  SamplerOptions options;
  options.out_of_contract = true;
  for (const Family* family : families()) {
    if (family->name != "captured") options.families.emplace_back(family->name);
  }
  const Sampler sampler(3, options);
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    for (const char c : to_string(sampler.draw(i))) {
      hash = mix(hash ^ static_cast<unsigned char>(c));
    }
  }
  CHECK(hash == test::golden_draws);
}

TEST_CASE("a seed replays: materialising twice, or after other cases, gives the same bytes") {
  const Sampler sampler(6, {});
  std::vector<std::uint64_t> fingerprints;
  for (std::uint64_t i = 0; i < 200; ++i) {
    fingerprints.push_back(materialise(sampler.draw(i)).fingerprint());
  }
  for (std::uint64_t i = 200; i-- > 0;) {
    CHECK(materialise(parse_recipe(to_string(sampler.draw(i)))).fingerprint() == fingerprints[i]);
  }
}

TEST_CASE("another seed gives other scores") {
  for (const Family* family : families()) {
    // Rows whose values are fixed by their promise, or that need captures of several rows.
    if (!test::available(*family) || family->name == "captured") continue;
    Recipe recipe = test::sampler_of(family->name).draw(1);
    recipe.width = 300;
    recipe.lengths = {};
    if (!family->in_contract) recipe.lengths = {LengthKind::ragged, 200, {}};
    const std::uint64_t first = materialise(recipe).fingerprint();
    ++recipe.seed;
    INFO(to_string(recipe));
    CHECK(materialise(recipe).fingerprint() != first);
  }
}
