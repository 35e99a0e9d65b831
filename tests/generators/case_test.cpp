// Layout, padding, guards and contract flags of cases in memory.
#include "drawn.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof_catch.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cstring>
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

TEST_CASE("large scores lie in a file, against the end of its pages or near their start") {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  Recipe recipe;
  recipe.rows = 2;
  recipe.width = 150'001;
  for (std::uint32_t offset = 0; offset <= 3; ++offset) {
    recipe.layout = {1, offset, Padding::huge, 1};
    const Case made = materialise(recipe);
    const ScoreMemory& memory = made.memory();
    REQUIRE(memory.shared());
    CHECK(memory.data() == made.elements().data());
    CHECK(memory.size() == made.elements().size());
    const auto first = reinterpret_cast<std::uintptr_t>(memory.data()) % page;
    const auto end = reinterpret_cast<std::uintptr_t>(memory.data() + memory.size()) % page;
    CHECK(first == memory.page_offset());
    CHECK((offset == 0 ? end : first) == 4 * offset);
    CHECK(made.fingerprint() == materialise(recipe).fingerprint());
    // Two at once have memory of their own; the next one gets that of the last.
    const std::uint64_t other = materialise(recipe).memory().number();
    CHECK(memory.number() != other);
    CHECK(materialise(recipe).memory().number() == other);
    // The file holds what the case holds, and cannot be mapped for writing by anybody else.
    float stored = 0;
    const auto at = static_cast<off_t>(ScoreMemory::guard_pages * page + memory.page_offset());
    REQUIRE(::pread(memory.descriptor(), &stored, sizeof stored, at) == sizeof stored);
    CHECK(std::bit_cast<std::uint32_t>(stored) == bits_at(made, 0));
    CHECK(::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0) ==
          MAP_FAILED);
    CHECK(::pwrite(memory.descriptor(), &stored, sizeof stored, at) < 0);
  }
  recipe.width = 100;
  CHECK_FALSE(materialise(recipe).memory().shared());
}

TEST_CASE("large and small memory hold the same scores and padding") {
  Recipe recipe;
  recipe.rows = 3;
  recipe.width = 100'000;
  recipe.lengths = {LengthKind::listed, 0, {100, 0, 99'999}};
  recipe.layout = {3, 1, Padding::nan, 0};
  const Case large = materialise(recipe);
  REQUIRE(large.memory().shared());
  recipe.rows = 1;
  recipe.lengths.listed = {100};
  const Case small = materialise(recipe);
  REQUIRE_FALSE(small.memory().shared());
  const auto bytes = small.elements().size() * sizeof(float);
  CHECK(std::memcmp(small.elements().data(), large.elements().data(), bytes) == 0);
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
      const Case made = materialise(sampler.draw(i));
      flagged += made.in_contract() ? 0 : 1;
      // Nobody looks through the scores again: the flag must be what they say.
      bool holds_nan = false;
      bool bad_length = false;
      for (std::int64_t row = 0; row < made.rows(); ++row) {
        holds_nan = holds_nan || reference::first_nan(made.scores(row)).has_value();
        const std::int32_t length = made.lengths()[static_cast<std::size_t>(row)];
        bad_length = bad_length || length < 0 || length > made.width();
      }
      CHECK(made.in_contract() == !(holds_nan || bad_length));
    }
    INFO(family->name << ": " << flagged << " of 60");
    CHECK((family->in_contract ? flagged == 0 : flagged > 40));
  }
}
