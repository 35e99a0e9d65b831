// Layout, padding, guards and contract flags of cases in memory.
#include "drawn.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof_catch.hpp"

#include <bit>
#include <limits>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

Recipe recipe_with(Layout layout) {
  Recipe recipe;
  recipe.rows = 3;
  recipe.width = 21;
  recipe.lengths = {LengthKind::listed, 0, {0, 20, 21}};
  recipe.layout = layout;
  return recipe;
}

std::uint32_t bits_at(const Case& made, std::int64_t element) {
  return std::bit_cast<std::uint32_t>(made.elements()[static_cast<std::size_t>(element)]);
}

}  // namespace

TEST_CASE("every element that is no valid score holds the padding") {
  for (int kind = 0; kind < padding_count; ++kind) {
    const Layout layout{5, 3, static_cast<Padding>(kind), 2};
    const Case made = materialise(recipe_with(layout));
    REQUIRE(made.pitch() == 26);
    REQUIRE(made.row_capacity() == 5);
    REQUIRE(made.elements().size() == 5 * 26);
    CHECK(made.in_contract());
    for (std::int64_t row = 0; row < 5; ++row) {
      const std::int64_t length = row == 1 ? 20 : row == 2 ? 21 : 0;
      for (std::int64_t i = length; i < made.pitch(); ++i) {
        const std::int64_t element = row * made.pitch() + i;
        CHECK(bits_at(made, element) == padding_bits(layout.padding, element));
      }
    }
  }
  CHECK(padding_bits(Padding::nan, 0) == 0x7fc00000u);
  CHECK(padding_bits(Padding::plus_inf, 1) == 0x7f800000u);
  CHECK(padding_bits(Padding::huge, 2) == 0x7f7fffffu);
  CHECK(padding_bits(Padding::zero, 3) == 0);
}

TEST_CASE("row 0 lies at the asked offset from a 64-byte boundary") {
  for (std::uint32_t offset = 0; offset <= 3; ++offset) {
    const Case made = materialise(recipe_with({1, offset, Padding::nan, 0}));
    CHECK(reinterpret_cast<std::uintptr_t>(made.elements().data()) % 64 == 4 * offset);
  }
}

TEST_CASE("layout changes no score") {
  const Case plain = materialise(recipe_with({}));
  const Case other = materialise(recipe_with({7, 2, Padding::nan, 3}));
  for (std::int64_t row = 0; row < 3; ++row) {
    const auto a = plain.scores(row);
    const auto b = other.scores(row);
    CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
}

TEST_CASE("dead rows have hostile lengths, beyond those of the matrix") {
  const Case made = materialise(recipe_with({0, 0, Padding::nan, 4}));
  CHECK(made.matrix().rows() == 3);
  REQUIRE(made.lengths().size() == 7);
  for (std::size_t dead = 3; dead < 7; ++dead) {
    const std::int32_t length = made.lengths()[dead];
    CHECK((length < 0 || length > made.width()));
  }
}

TEST_CASE("a write to the input or its guards changes the fingerprint") {
  const Case made = materialise(recipe_with({2, 1, Padding::zero, 1}));
  const std::uint64_t before = made.fingerprint();
  CHECK(materialise(recipe_with({2, 1, Padding::zero, 1})).fingerprint() == before);
  auto* memory = const_cast<float*>(made.elements().data());
  for (const std::size_t element : {std::size_t{0}, std::size_t{30}, made.elements().size() - 1}) {
    const float was = memory[element];
    memory[element] = 77.0f;
    CHECK(made.fingerprint() != before);
    memory[element] = was;
  }
  CHECK(made.fingerprint() == before);
}

TEST_CASE("edits overwrite scores below the length only, and a NaN leaves the contract") {
  Recipe recipe = recipe_with({});
  recipe.edits = {{1, 19, 0xff800000u}, {1, 20, 0x7fc00000u}, {2, 0, 0x80000000u}};
  const Case made = materialise(recipe);
  CHECK(made.in_contract());
  CHECK(std::bit_cast<std::uint32_t>(made.scores(1)[19]) == 0xff800000u);
  CHECK(std::bit_cast<std::uint32_t>(made.scores(2)[0]) == 0x80000000u);
  recipe.edits.push_back({2, 3, 0x7f800001u});
  CHECK_FALSE(materialise(recipe).in_contract());
}

TEST_CASE("given rows become a case as they are") {
  const RawRows rows{{{1, 2, 3}, {}, {4}}, 4, 2, {}, {1, 1, Padding::nan, 0}};
  const Case made = assemble(rows);
  CHECK(made.in_contract());
  CHECK(made.rank() == 2);
  CHECK(made.pitch() == 5);
  REQUIRE(made.rows() == 3);
  CHECK(std::vector<float>(made.scores(0).begin(), made.scores(0).end()) == rows.scores[0]);
  CHECK(made.scores(1).empty());
  CHECK(made.lengths()[2] == 1);
  CHECK_FALSE(assemble({{{std::numeric_limits<float>::quiet_NaN()}}, 1, 1, {}, {}}).in_contract());
  CHECK_THROWS_AS(assemble({{{1, 2}}, 1, 1, {}, {}}), InputError);
}

TEST_CASE("out-of-contract families are flagged, all others are not") {
  for (const Family* family : families()) {
    if (!test::available(*family)) continue;
    const Sampler sampler = test::sampler_of(family->name, 11);
    int flagged = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
      flagged += materialise(sampler.draw(i)).in_contract() ? 0 : 1;
    }
    INFO(family->name << ": " << flagged << " of 60");
    CHECK((family->in_contract ? flagged == 0 : flagged > 40));
  }
}
