// The default sampler reaches every mark of the reference, and its rows take the predicted routes.
#include "drawn.hpp"
#include "tailproof/generators/predicted_route.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <array>
#include <cstdio>
#include <map>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

constexpr std::uint64_t draws = 8000;
constexpr std::uint64_t least_hits = 100;

using RouteCounts = std::array<int, reference::route_count>;

struct Run {
  reference::MarkCounts marks;
  std::map<std::string, RouteCounts> routes;
  std::string first_wrong;  // a route other than predicted
};

void select(const Recipe& recipe, Run& run) {
  const Case made = materialise(recipe);
  const auto slots = static_cast<std::size_t>(recipe.rank);
  std::vector<std::int32_t> indices(slots * static_cast<std::size_t>(made.rows()));
  std::vector<reference::Trace> traces(static_cast<std::size_t>(made.rows()));
  reference::select_all(made.matrix(), recipe.rank, recipe.policy, indices, traces);
  for (const reference::Trace& trace : traces) {
    ++run.routes[recipe.family][static_cast<std::size_t>(trace.route)];
    const auto predicted =
        predicted_route(made.scores(trace.row), trace.row, recipe.rank, recipe.policy);
    if (predicted != trace.route && run.first_wrong.empty()) {
      run.first_wrong = to_string(recipe) + ", row " + std::to_string(trace.row);
    }
  }
}

void print(const Run& run) {
  std::printf("%-18s", "family");
  for (int r = 0; r < reference::route_count; ++r) {
    std::printf(" %17s",
                std::string(reference::route_name(static_cast<reference::Route>(r))).c_str());
  }
  for (const auto& [family, routes] : run.routes) {
    std::printf("\n%-18s", family.c_str());
    for (const int count : routes) std::printf(" %17d", count);
  }
  std::printf("\n");
  for (int m = 0; m < reference::mark_count; ++m) {
    const auto mark = static_cast<reference::Mark>(m);
    std::printf("%-32s %8llu\n", std::string(reference::mark_name(mark)).c_str(),
                static_cast<unsigned long long>(run.marks[mark]));
  }
}

}  // namespace

TEST_CASE("small policies reach every mark, and every route is the predicted one") {
  SamplerOptions options;
  options.small_policies = 100;
  const Sampler sampler(7, options);
  Run run;
  {
    reference::MarkScope scope(run.marks);
    for (std::uint64_t i = 0; i < draws; ++i) select(sampler.draw(i), run);
  }
  print(run);
  CHECK(run.first_wrong == "");
  for (int m = 0; m < reference::mark_count; ++m) {
    const auto mark = static_cast<reference::Mark>(m);
    INFO(reference::mark_name(mark));
    CHECK(run.marks[mark] >= least_hits);
  }
}
