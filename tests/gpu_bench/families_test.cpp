// What each family's rows are like: the promises that its name makes.
#include "bench_rows.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace tailproof::gpu_bench;

namespace {

std::vector<float> one_row(const std::string& family, std::int64_t width, std::int32_t rank = 64) {
  const MadeRows made(family, plain_layout(1, width, rank), TAILPROOF_TEST_DATA);
  return {made.row(0), made.row(0) + width};
}

std::vector<std::size_t> best(const std::vector<float>& scores, std::size_t count) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  order.resize(count);
  return order;
}

double share_at_ends(const std::vector<float>& scores, std::size_t count) {
  const std::size_t tenth = scores.size() / 10;
  const auto chosen = best(scores, count);
  const auto at_ends = std::count_if(chosen.begin(), chosen.end(), [&](std::size_t i) {
    return i < tenth || i >= scores.size() - tenth;
  });
  return static_cast<double>(at_ends) / static_cast<double>(count);
}

}  // namespace

TEST_CASE("six of ten of an indexer row's best lie in its first and last tenth, in bursts") {
  constexpr std::int64_t rows = 16;
  constexpr std::int64_t width = 131072;
  const MadeRows made("indexer", plain_layout(rows, width, 64));
  double share = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::vector<float> scores(made.row(row), made.row(row) + width - rows + 1);
    share += share_at_ends(scores, 2048) / static_cast<double>(rows);
    std::set<std::size_t> blocks;
    for (const std::size_t i : best(scores, 2048)) blocks.insert(i / 64);
    CHECK(blocks.size() < 300);  // of 2,048: scattered scores would be in 1,295 or so
    CHECK(*std::min_element(scores.begin(), scores.end()) >= 0.0f);
  }
  CHECK(share > 0.57);
  CHECK(share < 0.63);
}

TEST_CASE("a stretched capture keeps its ends and its zeros, and its copies do not tie") {
  const std::vector<float> scores = one_row("capture-indexer_layer1_64k", 131072);
  std::set<float> values(scores.begin(), scores.end());
  CHECK(values.size() > 100000);
  const double share = share_at_ends(scores, 2048);
  CHECK(share > 0.05);
  CHECK(share < 0.5);  // as in the captures themselves
}

TEST_CASE("normal rows have mean 0 and variance 1") {
  const std::vector<float> scores = one_row("normal", 65536);
  double sum = 0;
  double squares = 0;
  for (const float score : scores) {
    sum += score;
    squares += double{score} * score;
  }
  CHECK(std::abs(sum / 65536) < 0.02);
  CHECK(std::abs(squares / 65536 - 1) < 0.03);
}

TEST_CASE("concentrated rows are dense in one coarse bin") {
  const std::vector<float> scores = one_row("concentrated", 131072);
  std::set<std::uint32_t> bins;
  for (const float score : scores) bins.insert(tailproof::reference::coarse(score));
  CHECK(bins.size() == 1);
  const std::set<float> values(scores.begin(), scores.end());
  CHECK(values.size() > 32000);  // of 32,768, each drawn four times on average
  CHECK(*values.rbegin() < 1.0f + 0x1p-8f);
}

TEST_CASE("sparse and tied rows have the values that their names say") {
  const auto values = [](const std::string& family) {
    const std::vector<float> scores = one_row(family, 65536);
    return std::set<float>(scores.begin(), scores.end()).size();
  };
  CHECK(values("all-equal") == 1);
  CHECK(values("ten-values") == 10);
  const std::vector<float> sparse = one_row("relu-sparse", 131072);
  const auto zeros = std::count(sparse.begin(), sparse.end(), 0.0f);
  CHECK(zeros > 131072 - 200);
  CHECK(zeros < 131072 - 80);
}

TEST_CASE("an alias puts the view of every row on one side of all other scores") {
  for (const auto& [name, stride, seen_is_better] :
       {std::tuple{"tight-alias-128", 128u, true}, std::tuple{"loose-alias-128", 128u, false},
        std::tuple{"tight-alias-64", 64u, true}, std::tuple{"loose-alias-64", 64u, false}}) {
    const MadeRows made(name, plain_layout(5, 1024, 8));
    for (const std::uint32_t row : {0u, 1u, 4u}) {
      std::uint32_t phase = 0;
      for (std::uint32_t bit = 1; bit < stride; bit *= 2) phase = 2 * phase + ((row & bit) != 0);
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(made.layout.lengths[row]); ++i) {
        const bool better = made.row(row)[i] >= 1.0f;
        REQUIRE(better == ((i % stride == phase) == seen_is_better));
      }
    }
  }
}

TEST_CASE("an alias of the view of sectors has one sector on its side in every stratum") {
  constexpr std::int64_t width = 131072;
  for (const bool tight : {true, false}) {
    const MadeRows made(tight ? "tight-alias-sectors" : "loose-alias-sectors",
                        plain_layout(2, width, 8));
    for (const std::int64_t row : {0, 1}) {
      std::set<std::int64_t> seen;
      const std::int64_t length = width - 1 + row;
      for (std::int64_t i = 0; i < length; ++i) {
        if ((made.row(row)[i] >= 1.0f) == tight) seen.insert(i / 8);
      }
      REQUIRE(seen.size() == 256);  // 131,072 / 512
      std::int64_t stratum = 0;
      const std::int64_t sectors = length / 8;
      for (const std::int64_t sector : seen) {
        CHECK(sector >= stratum * sectors / 256);
        CHECK(sector <= ++stratum * sectors / 256);
      }
    }
  }
}

TEST_CASE("signed zeros lie across the rank boundary") {
  const std::vector<float> scores = one_row("signed-zeros", 65536, 2048);
  const auto above = std::count_if(scores.begin(), scores.end(), [](float x) { return x > 0; });
  CHECK(above > 900);
  CHECK(above < 1150);
  const auto negative_zeros = std::count_if(scores.begin(), scores.end(),
                                            [](float x) { return x == 0 && std::signbit(x); });
  CHECK(negative_zeros > 20000);
}

TEST_CASE("ramps, scales and bursts of infinities are what they are called") {
  const std::vector<float> up = one_row("ascending", 4096);
  CHECK(std::is_sorted(up.begin(), up.end()));
  const std::vector<float> down = one_row("descending", 4096);
  CHECK(std::is_sorted(down.rbegin(), down.rend()));
  const auto largest = [](const std::vector<float>& scores) {
    return *std::max_element(scores.begin(), scores.end());
  };
  CHECK(largest(one_row("huge-scale", 4096)) > 1e36f);
  CHECK(largest(one_row("tiny-scale", 4096)) < 1e-31f);
  CHECK(largest(one_row("tiny-scale", 4096)) > 0.0f);
  CHECK(largest(one_row("negative", 4096)) <= -1.0f);
  const std::vector<float> octaves = one_row("octaves", 65536);
  std::set<int> exponents;
  for (const float score : octaves) exponents.insert(std::ilogb(score));
  CHECK(exponents.size() == 200);
  const std::vector<float> last = one_row("top-last", 65536);
  for (const std::size_t i : best(last, 2048)) CHECK(i >= 65536 - 4096);
  const std::vector<float> few = one_row("few-finite", 65536);
  const auto finite =
      std::count_if(few.begin(), few.end(), [](float x) { return std::isfinite(x); });
  CHECK(finite > 60);
  CHECK(finite < 140);
  const std::vector<float> many = one_row("plus-inf", 65536);
  const auto infinite = std::count(many.begin(), many.end(), INFINITY);
  CHECK(infinite > 2700);
  CHECK(infinite < 3300);
  const std::vector<float> spikes = one_row("spikes", 4096);
  const auto high = std::count_if(spikes.begin(), spikes.end(), [](float x) { return x > 5; });
  CHECK(high == 64);
}

TEST_CASE("the same seed gives the same rows, and rows differ") {
  const MadeRows first("normal", plain_layout(2, 512, 8));
  const MadeRows second("normal", plain_layout(2, 512, 8));
  CHECK(std::equal(first.row(0), first.row(0) + 511, second.row(0)));
  CHECK_FALSE(std::equal(first.row(0), first.row(0) + 511, first.row(1)));
}

TEST_CASE("beyond the length lies what padding says, beyond the width NaN") {
  for (const Padding padding : {Padding::minus_inf, Padding::nan}) {
    const MadeRows made("normal", plain_layout(3, 100, 8, 105), "", padding);
    const float* const row = made.row(0);
    CHECK(made.layout.lengths[0] == 98);
    CHECK(std::isfinite(row[97]));
    for (const int i : {98, 99}) {
      CHECK(std::isnan(row[i]) == (padding == Padding::nan));
      CHECK(std::isinf(row[i]) == (padding == Padding::minus_inf));
    }
    for (const int i : {100, 104}) CHECK(std::isnan(row[i]));
  }
}
