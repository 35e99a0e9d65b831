// Each promise fails when it is broken: one planted violation a family.
#include "drawn.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

// How to spoil a row that keeps the promise; false where this row cannot be spoilt this way.
using Spoil = std::function<bool(const Recipe&, std::vector<float>&)>;

bool all_one(const Recipe&, std::vector<float>& scores) {
  std::fill(scores.begin(), scores.end(), 1.0f);
  return true;
}

bool first_becomes(float score, std::vector<float>& scores) {
  scores.front() = score;
  return true;
}

Spoil front(float score) {
  return
      [score](const Recipe&, std::vector<float>& scores) { return first_becomes(score, scores); };
}

// Swaps the best score with the worst, which undoes promises about places.
bool swap_extremes(const Recipe&, std::vector<float>& scores) {
  const auto [worst, best] = std::minmax_element(scores.begin(), scores.end());
  std::iter_swap(worst, best);
  return true;
}

// A score of rank K leaves its class.
bool cut_loses_one(const Recipe& recipe, std::vector<float>& scores) {
  std::vector<float> sorted = scores;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const float cut = sorted[static_cast<std::size_t>(recipe.rank) - 1];
  *std::find(scores.begin(), scores.end(), cut) = inf;
  return true;
}

// Both windows together are at most 8 K wide.
bool middle_wins(const Recipe& recipe, std::vector<float>& scores) {
  if (scores.size() <= 16 * static_cast<std::size_t>(recipe.rank)) return false;
  scores[scores.size() / 2] = inf;
  return true;
}

// Four more samples in the view: further than any two edges lie apart by chance.
bool four_strides_longer(const Recipe& recipe, std::vector<float>& scores) {
  scores.resize(scores.size() + 4 * std::size_t{recipe.policy.stride()});
  return true;
}

// Winners at both ends where one segment should have them, only at the end otherwise.
bool winners_elsewhere(const Recipe& recipe, std::vector<float>& scores) {
  if (recipe.parameters.at("place") == 0) {
    scores.front() = scores.back() = inf;
    return true;
  }
  std::sort(scores.begin(), scores.end());
  return true;
}

bool turned_round(const Recipe&, std::vector<float>& scores) {
  std::reverse(scores.begin(), scores.end());
  return true;
}

bool zeros_lose_their_signs(const Recipe&, std::vector<float>& scores) {
  for (float& score : scores) score = score == 0 ? 0.0f : score;
  return true;
}

bool nan_free(const Recipe&, std::vector<float>& scores) {
  for (float& score : scores) score = std::isnan(score) ? 0.0f : score;
  return true;
}

bool one_longer(const Recipe& recipe, std::vector<float>& scores) {
  if (static_cast<std::int64_t>(scores.size()) >= recipe.width) return false;
  scores.push_back(0);
  return true;
}

// Everything in one bin is certified whatever was wanted; all ranks for which that differs.
bool flat_row(const Recipe& recipe, std::vector<float>& scores) {
  const auto route = recipe.parameters.at("route");
  return (route == 2 || route == 3 || route == 4 || route == 5) && all_one(recipe, scores);
}

const std::map<std::string_view, Spoil>& spoils() {
  static const std::map<std::string_view, Spoil> table{
      {"iid", all_one},
      {"drift", turned_round},
      {"ramp", swap_extremes},
      {"block-repeated", front(inf)},
      {"plateau", cut_loses_one},
      {"shared-prefix", front(inf)},
      {"digit-round", front(inf)},
      {"one-coarse-bin", cut_loses_one},
      {"declared-capacity", cut_loses_one},
      {"infinities", all_one},
      {"range-ends", all_one},
      {"subnormals", front(1.0f)},
      {"signed-zeros", zeros_lose_their_signs},
      {"beyond-half", front(1.0f)},
      {"relu-sparse", front(-0.0f)},
      {"quantised", front(1.0001f)},
      {"clustered-ends", middle_wins},
      {"tight-alias", swap_extremes},
      {"loose-alias", swap_extremes},
      {"forced-route", flat_row},
      {"view-edges", four_strides_longer},
      {"length-edges", one_longer},
      {"segment-winners", winners_elsewhere},
      {"captured", front(1e30f)},
      {"nan-rows", nan_free},
  };
  return table;
}

// The promise over a row of the recipe after it was spoilt.
Promise promise_of(const Recipe& recipe, std::int64_t row, const std::vector<float>& scores) {
  const Family& family = family_of_name(recipe.family);
  return family.promise({family, recipe, row, static_cast<std::int64_t>(scores.size())}, scores);
}

}  // namespace

TEST_CASE("every promise can be broken") {
  for (const Family* family : families()) {
    if (!test::available(*family) || family->name == "bad-lengths") continue;
    INFO(family->name);
    REQUIRE(spoils().count(family->name) == 1);
    const Spoil& spoil = spoils().at(family->name);
    const Sampler sampler = test::sampler_of(family->name, 3);
    int broken = 0;
    int spoilt = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Recipe recipe = sampler.draw(i);
      const Case made = materialise(recipe);
      for (std::int64_t row = 0; row < made.rows(); ++row) {
        const auto good = made.scores(row);
        std::vector<float> scores(good.begin(), good.end());
        if (scores.empty() || check_promise(recipe, made, row).state != Promise::State::kept) {
          continue;
        }
        if (!spoil(recipe, scores)) continue;
        ++spoilt;
        broken += promise_of(recipe, row, scores).state == Promise::State::broken ? 1 : 0;
      }
    }
    INFO(broken << " of " << spoilt << " spoilt rows noticed");
    CHECK(spoilt >= 20);
    CHECK(2 * broken >= spoilt);
  }
}

TEST_CASE("a legal length breaks the promise of bad lengths") {
  Recipe recipe;
  recipe.family = "bad-lengths";
  recipe.lengths = {LengthKind::out_of_contract, 0, {}};
  recipe.width = std::numeric_limits<std::int32_t>::max();
  recipe.rows = 0;
  const Family& family = family_of_name("bad-lengths");
  // At the greatest width three of the five lengths are legal.
  int broken = 0;
  for (std::int64_t row = 0; row < 64; ++row) {
    const Promise promise = family.promise({family, recipe, row, 0}, {});
    broken += promise.state == Promise::State::broken ? 1 : 0;
  }
  CHECK(broken > 10);
}

TEST_CASE("an edited row promises nothing") {
  Recipe recipe = test::sampler_of("plateau").draw(0);
  recipe.edits = {{0, 0, 0x3f800000u}};
  CHECK(check_promise(recipe, materialise(recipe), 0).state == Promise::State::not_applicable);
}

TEST_CASE("a drift too weak to part a row promises nothing") {
  Recipe recipe = parse_recipe("drift(total=4) rows=1 width=600 rank=1");
  const auto state = [&] { return check_promise(recipe, materialise(recipe), 0).state; };
  CHECK(state() == Promise::State::not_applicable);
  recipe.parameters["total"] = -10;
  CHECK(state() == Promise::State::kept);
}
