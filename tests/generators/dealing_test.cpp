// Exact dealing: the counts asked for, every arrangement alike, and block by block the same scores
// as position by position.
#include "dealing.hpp"
#include "random_blocks.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <bit>
#include <vector>

using namespace tailproof;
using namespace tailproof::generators;

namespace {

using Shares = std::array<Share, 3>;

// Selection sampling as it is defined, for one position after another.
class PlainDealer {
 public:
  explicit PlainDealer(const Shares& shares) : shares_(shares) {}

  float next(std::uint32_t random) {
    const std::int64_t left = shares_[0].count + shares_[1].count + shares_[2].count;
    auto ticket = static_cast<std::int64_t>(scale(random, static_cast<std::uint64_t>(left)));
    for (Share& share : shares_) {
      if (ticket < share.count) {
        --share.count;
        return share.band.score(random * 0x9e3779b1u);
      }
      ticket -= share.count;
    }
    return 0;
  }

 private:
  Shares shares_;
};

// Bands of both signs, of one key and of many.
Shares shares_of(std::int64_t first, std::int64_t second, std::int64_t third) {
  return {Share{above(reference::key32(0.5f), 1u << 20), first}, Share{only(key_of_zero), second},
          Share{below(reference::key32(-2.0f), 1u << 28), third}};
}

std::vector<std::uint32_t> bits_of(const std::vector<float>& row) {
  std::vector<std::uint32_t> bits;
  for (const float score : row) bits.push_back(std::bit_cast<std::uint32_t>(score));
  return bits;
}

}  // namespace

TEST_CASE("a dealer deals exactly the counts it was given, everywhere") {
  constexpr std::size_t length = 60;
  std::vector<int> firsts_at(length, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::vector<float> row(length);
    const Band one = only(reference::key32(1.0f));
    const Band two = only(reference::key32(2.0f));
    const Band three = only(reference::key32(-3.0f));
    deal(row, {Share{one, 20}, Share{two, 1}, Share{three, 39}}, CounterRandom(seed, 0));
    CHECK(std::count(row.begin(), row.end(), 1.0f) == 20);
    CHECK(std::count(row.begin(), row.end(), 2.0f) == 1);
    CHECK(std::count(row.begin(), row.end(), -3.0f) == 39);
    for (std::size_t i = 0; i < length; ++i) firsts_at[i] += row[i] == 1.0f ? 1 : 0;
  }
  // A third of 2000 at every position, within six standard deviations (21).
  for (const int hits : firsts_at) CHECK(std::abs(hits - 667) < 6 * 21);
}

TEST_CASE("dealing in blocks gives the scores that dealing one by one gives") {
  std::uint64_t seed = 0;
  for (const auto& [first, second, third] :
       std::vector<std::array<std::int64_t, 3>>{{0, 0, 1},
                                                {1, 1, 1},
                                                {20, 1, 10},
                                                {100, 100, 100},
                                                {0, 0, 1000},
                                                {1000, 0, 0},
                                                {0, 777, 0},
                                                {2048, 2, 97'950},
                                                {50'000, 30'000, 19'999},
                                                {3, 99'990, 7}}) {
    const Shares shares = shares_of(first, second, third);
    const CounterRandom random(++seed, 5);
    std::vector<float> row(static_cast<std::size_t>(first + second + third));
    deal(row, shares, random);
    PlainDealer plain(shares);
    std::vector<float> expected;
    for (std::size_t i = 0; i < row.size(); ++i) expected.push_back(plain.next(word_of(random, i)));
    INFO(first << " + " << second << " + " << third);
    CHECK((bits_of(row) == bits_of(expected)));
  }
}

TEST_CASE("dealing to a view and to the rest gives each its own shares, one by one") {
  constexpr std::int64_t length = 5000;
  for (const std::uint32_t stride : {2u, 4u, 64u, 128u, 256u, 1024u, 8192u}) {
    for (const std::int64_t row_number : {0, 1, 3, 63}) {
      const auto view = reference::make_view(row_number, length, stride);
      const Shares seen = shares_of(view.size / 3, view.size / 3, view.size - 2 * (view.size / 3));
      const Shares unseen = shares_of(100, 7, length - view.size - 107);
      const CounterRandom random(stride, static_cast<std::uint64_t>(row_number));
      std::vector<float> row(length);
      deal_split(row, view, seen, unseen, random);
      PlainDealer plain_seen(seen);
      PlainDealer plain_unseen(unseen);
      std::vector<float> expected;
      for (std::size_t i = 0; i < row.size(); ++i) {
        PlainDealer& dealer = i % stride == view.phase ? plain_seen : plain_unseen;
        expected.push_back(dealer.next(word_of(random, i)));
      }
      INFO("stride " << stride << ", row " << row_number);
      CHECK((bits_of(row) == bits_of(expected)));
    }
  }
}
