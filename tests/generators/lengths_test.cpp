// Valid lengths: each kind keeps to its list, and the view edges are exactly the edges.
#include "row_length.hpp"
#include "tailproof/generators/case.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/view.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <set>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

std::set<std::int32_t> seen(Recipe recipe) {
  std::set<std::int32_t> lengths;
  for (std::int64_t row = 0; row < 400; ++row) lengths.insert(row_length(recipe, row));
  return lengths;
}

}  // namespace

TEST_CASE("each kind of lengths reaches all of its lengths and no other") {
  Recipe recipe;
  recipe.width = 100;
  recipe.rank = 8;
  recipe.policy = reference::parse_policy("stride=2,capacity=16");
  CHECK(seen(recipe) == std::set<std::int32_t>{100});
  recipe.lengths = {LengthKind::ragged, 98, {}};
  CHECK(seen(recipe) == std::set<std::int32_t>{98, 99, 100});
  recipe.lengths = {LengthKind::edges, 0, {}};
  CHECK(seen(recipe) == std::set<std::int32_t>{0, 1, 7, 8, 9, 10, 99, 100});
  recipe.lengths = {LengthKind::capacity_edges, 0, {}};
  CHECK(seen(recipe) == std::set<std::int32_t>{15, 16, 17, 24, 32, 48});
  recipe.lengths = {LengthKind::out_of_contract, 0, {}};
  for (const std::int32_t length : seen(recipe)) CHECK((length < 0 || length > 100));
  recipe.lengths = {LengthKind::edges, 0, {}};
  recipe.width = 5;
  CHECK(seen(recipe) == std::set<std::int32_t>{0, 1, 4, 5});
}

TEST_CASE("view edges: the length before and after each is no edge, or one of its own") {
  for (const char* text :
       {"stride=2", "stride=16,rescue=2/1", "stride=128", "stride=4,rescue=none"}) {
    const reference::Policy policy = reference::parse_policy(text);
    for (const std::int32_t rank : {1, 7, 64, 2048}) {
      const auto ranks = reference::requested_ranks(policy, rank);
      std::set<std::int64_t> edges{ranks.primary - 1, ranks.primary};
      if (ranks.rescue.has_value()) edges.insert({*ranks.rescue - 1, *ranks.rescue});
      for (std::int64_t row = 0; row < 20; ++row) {
        std::set<std::int64_t> sizes;
        for (const std::int32_t length : view_edge_lengths(row, 100000, rank, policy)) {
          CHECK(length > rank);
          const std::int64_t size = reference::make_view(row, length, policy.stride()).size;
          CHECK(edges.count(size) == 1);
          sizes.insert(size);
        }
        // Every edge that some length in (K, N] has is there.
        const std::int64_t enough = rank + 8 * std::int64_t{policy.stride()};
        for (std::int64_t length = rank + 1; length < enough; ++length) {
          const std::int64_t size = reference::make_view(row, length, policy.stride()).size;
          CHECK((edges.count(size) == 0 || sizes.count(size) == 1));
        }
      }
    }
  }
}

TEST_CASE("lengths read back from text") {
  for (const char* text : {"full", "ragged:7", "edges", "capacity-edges", "view-edges",
                           "out-of-contract", "listed:3+0+-1"}) {
    CHECK(to_string(parse_lengths(text)) == text);
  }
  for (const char* text :
       {"", "fulll", "full:1", "ragged", "ragged:x", "listed:1++2", "listed:a"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_lengths(text), InputError);
  }
}
