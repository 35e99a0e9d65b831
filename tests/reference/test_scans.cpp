// The vectorised scans against plain loops: every length about the vector widths, every place.
#include "oracle_scan.hpp"
#include "row_scan.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace tailproof::reference;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float tiny = std::numeric_limits<float>::denorm_min();

const std::vector<float> values = {1.0f,  -1.0f,    0.0f, -0.0f, 2.5f,      -2.5f,    3.0f,
                                   -3.0f, infinity, tiny, -tiny, -infinity, 65504.0f, -1e30f};
const std::vector<std::uint32_t> nans = {0x7f800001u, 0x7fc00000u, 0x7fffffffu,
                                         0xff800001u, 0xffc00000u, 0xffffffffu};
const std::vector<std::size_t> lengths = {0,  1,  2,  7,   8,   31,  32,   33,   63,
                                          64, 65, 96, 127, 128, 129, 1000, 1023, 1024};

// Values in an order without a period that any vector width divides.
std::vector<float> mixed(std::size_t length) {
  std::vector<float> scores(length);
  for (std::size_t i = 0; i < length; ++i) scores[i] = values[(i * i + i / 5) % values.size()];
  return scores;
}

bool is_nan(float x) {
  return x != x;
}

// A positive NaN counts as a better score and may be reported besides; a negative one must be.
bool scanned_well(const std::vector<float>& block, float threshold) {
  std::uint32_t better = 0;
  bool positive = false;
  bool negative = false;
  for (const float x : block) {
    if (x > threshold || (is_nan(x) && !std::signbit(x))) ++better;
    (std::signbit(x) ? negative : positive) |= is_nan(x);
  }
  const BlockScan found = scan_block(block, std::bit_cast<std::uint32_t>(threshold));
  return found.better == better &&
         (found.negative_nan == negative || (positive && found.negative_nan));
}

int badly_scanned(const std::vector<float>& block) {
  return static_cast<int>(std::count_if(values.begin(), values.end(), [&](float threshold) {
    // Zero is given as +0.
    return !(threshold == 0.0f && std::signbit(threshold)) && !scanned_well(block, threshold);
  }));
}

using Positions = std::vector<std::int32_t>;

Positions marked(const ChunkMask& mask, std::int32_t first) {
  ChunkPositions found;
  const std::size_t count = positions_of(mask, first, found);
  return {found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count)};
}

template <class Admits>
Positions plainly_marked(const std::vector<float>& chunk, std::int32_t first, Admits admits) {
  Positions positions;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (admits(chunk[i])) positions.push_back(first + static_cast<std::int32_t>(i));
  }
  return positions;
}

}  // namespace

TEST_CASE("a block's better scores are counted, and a NaN never overlooked") {
  for (const std::size_t length : lengths) {
    CAPTURE(length);
    std::vector<float> block = mixed(length);
    REQUIRE(badly_scanned(block) == 0);
    for (const std::uint32_t nan : nans) {
      for (std::size_t at = 0; at < length; at += length < 200 ? 1 : 61) {
        const float before = block[at];
        block[at] = std::bit_cast<float>(nan);
        REQUIRE(badly_scanned(block) == 0);
        block[at] = before;
      }
    }
  }
}

TEST_CASE("selected scores: the worst key, how many are better, any NaN") {
  const auto bits = [](const std::vector<float>& scores) {
    std::vector<std::uint32_t> all;
    for (const float x : scores) all.push_back(std::bit_cast<std::uint32_t>(x));
    return all;
  };
  const SelectedScan none = scan_selected({});
  CHECK(none.worst_key == 0);
  CHECK(none.better == 0);
  CHECK_FALSE(none.nan);
  const SelectedScan some = scan_selected(bits({2, -1, 5, 0, -1, 3}));
  CHECK(some.worst_key == key32(-1.0f));
  CHECK(some.better == 4);
  CHECK_FALSE(some.nan);
  const SelectedScan first_best = scan_selected(bits({7, 1}));
  CHECK(first_best.worst_key == key32(1.0f));
  CHECK(first_best.better == 1);
  const SelectedScan zeros = scan_selected(bits({0.0f, -0.0f}));
  CHECK(zeros.worst_key == 0x7fffffffu);
  CHECK(zeros.better == 0);
  CHECK_FALSE(scan_selected(bits({infinity, -infinity})).nan);
  for (const std::uint32_t nan : nans) {
    CHECK(scan_selected(std::vector<std::uint32_t>{nan}).nan);
    CHECK(scan_selected(std::vector<std::uint32_t>{0, nan, 0}).nan);
  }
}

TEST_CASE("a row holds a NaN wherever it lies, and only then") {
  for (const std::size_t length : lengths) {
    CAPTURE(length);
    std::vector<float> row = mixed(length);
    REQUIRE_FALSE(holds_nan(row));
    for (const std::uint32_t nan : nans) {
      for (std::size_t at = 0; at < length; at += length < 200 ? 1 : 61) {
        const float before = row[at];
        row[at] = std::bit_cast<float>(nan);
        REQUIRE(holds_nan(row));
        row[at] = before;
      }
    }
  }
}

TEST_CASE("scores that reach a cutoff, or lie in a band, are marked and listed in order") {
  for (const std::size_t length : lengths) {
    const std::vector<float> chunk = mixed(length);
    for (const float t0 : values) {
      CAPTURE(length, t0);
      ChunkMask mask;
      mask.fill(~std::uint64_t{0});
      mark_reaching(chunk, t0, mask);
      REQUIRE(marked(mask, 5) == plainly_marked(chunk, 5, [=](float x) { return x >= t0; }));
      for (const float t1 : values) {
        mask.fill(~std::uint64_t{0});
        mark_band(chunk, t0, t1, mask);
        REQUIRE(marked(mask, 5) ==
                plainly_marked(chunk, 5, [=](float x) { return t1 <= x && x < t0; }));
      }
    }
  }
}

TEST_CASE("every bit of a mask is a position") {
  for (std::size_t bit = 0; bit < scan_chunk; ++bit) {
    ChunkMask mask{};
    mask[bit / 64] = std::uint64_t{1} << (bit % 64);
    REQUIRE(marked(mask, 100) == Positions{100 + static_cast<std::int32_t>(bit)});
  }
  ChunkMask all;
  all.fill(~std::uint64_t{0});
  const Positions positions = marked(all, 0);
  REQUIRE(positions.size() == scan_chunk);
  CHECK(positions.front() == 0);
  CHECK(positions.back() == static_cast<std::int32_t>(scan_chunk) - 1);
  CHECK(std::is_sorted(positions.begin(), positions.end()));
  CHECK(marked(ChunkMask{}, 0).empty());
}
