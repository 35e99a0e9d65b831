// The helpers that families are made of: key bands, cuts, shapes.
#include "bands.hpp"
#include "ranking.hpp"
#include "shapes.hpp"
#include "tailproof_catch.hpp"

#include <set>
#include <vector>

using namespace tailproof;
using namespace tailproof::generators;

TEST_CASE("bands hold the keys they say, and never the unused one") {
  Draws draws(CounterRandom(5, 0));
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t key = draw_ordinary_key(draws);
    const std::uint32_t reach = draw_reach(draws);
    const Band better = above(key, reach);
    const Band worse = below(key, reach);
    CHECK(better.last < key);
    CHECK(worse.first > key);
    for (const Band& band : {better, worse}) {
      CHECK(is_score_key(band.first));
      CHECK(is_score_key(band.last));
      CHECK(band.first >> 31 == band.last >> 31);
      const float score = band.score(static_cast<std::uint32_t>(draws.bits()));
      CHECK(reference::key32(score) >= band.first);
      CHECK(reference::key32(score) <= band.last);
    }
  }
  CHECK(above(unused_key + 1, 4).last == key_of_zero);
  CHECK(below(key_of_zero, 4).first == unused_key + 1);
}

TEST_CASE("keys_of_bin is the whole bin and nothing else") {
  for (std::uint32_t bin = reference::first_reachable_bin; bin <= reference::last_reachable_bin;
       ++bin) {
    const Band band = keys_of_bin(bin);
    CHECK(reference::coarse(score_of_key(band.first)) == bin);
    CHECK(reference::coarse(score_of_key(band.last)) == bin);
    if (bin > reference::first_reachable_bin) {
      CHECK(reference::coarse(score_of_key(band.first - 1)) == bin - 1);
    }
  }
}

TEST_CASE("cut_at counts better and equal scores") {
  const std::vector<float> row{3, 1, 2, 2, -0.0f, 0.0f, 2};
  const Cut cut = cut_at(row, 3);
  CHECK(cut.key == reference::key32(2.0f));
  CHECK(cut.better == 1);
  CHECK(cut.equal == 3);
  CHECK(cut_at(row, 5).equal == 1);
  CHECK(cut_at(row, 6).equal == 2);
}

TEST_CASE("the bell shape has mean 0, variance 1 and its documented bounds") {
  const CounterRandom random(9, 9);
  double sum = 0;
  double squares = 0;
  constexpr int count = 200000;
  std::set<float> distinct;
  int out_of_bounds = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const float x = bell_shape(random.at(i));
    out_of_bounds += x > bell_limit || x < -bell_limit ? 1 : 0;
    sum += x;
    squares += static_cast<double>(x) * x;
    distinct.insert(x);
  }
  CHECK(std::abs(sum / count) < 6 / std::sqrt(1.0 * count));
  CHECK(std::abs(squares / count - 1) < 0.01);
  CHECK(out_of_bounds == 0);
  CHECK(distinct.size() > count * 98 / 100);
  CHECK(bell_shape(0) >= -bell_limit);
  CHECK(bell_shape(~std::uint64_t{0}) <= bell_limit);
}

TEST_CASE("powers of two are exact, and the line between them rises") {
  CHECK(power_of_two_line(0) == 1.0f);
  CHECK(power_of_two_line(5) == 32.0f);
  CHECK(power_of_two_line(-3) == 0.125f);
  CHECK(power_of_two_line(0.5f) == 1.5f);
  CHECK(power_of_two_line(-7.25f) < power_of_two_line(-7.125f));
}

TEST_CASE("draws stay in range and reach both ends") {
  Draws draws(CounterRandom(1, 2));
  std::set<std::int64_t> seen;
  for (int i = 0; i < 500; ++i) seen.insert(draws.between(-3, 4));
  CHECK(*seen.begin() == -3);
  CHECK(*seen.rbegin() == 4);
  CHECK(seen.size() == 8);
  CHECK(draws.between(7, 7) == 7);
  CHECK(scale(0xffffffffu, std::uint64_t{1} << 32) == 0xffffffffu);
}
