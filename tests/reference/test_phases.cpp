// Each phase by itself, on inputs small enough to see the answer. Planted faults are slight
// rewrites of a phase that the same checks must reject.
#include "tailproof/reference/admission.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/recovery.hpp"
#include "tailproof/reference/refinement.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/view.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

using namespace tailproof::reference;

namespace {

using Positions = std::vector<std::int32_t>;
using Scores = std::vector<float>;

Positions positions(const CandidateStore& store) {
  return {store.all().begin(), store.all().end()};
}

// A long row: mostly low scores, and admissible ones at block edges and at the end.
Scores sparse_row(const Positions& high) {
  Scores scores(1000, -1.0f);
  for (const std::int32_t i : high) scores[static_cast<std::size_t>(i)] = 1.0f;
  return scores;
}

using Admit = void (*)(CountedRow&, Range, float, const Policy&, CandidateStore&, Histogram&);

Positions admitted(Admit admit_with, const Scores& scores, float cutoff) {
  CountedRow row(scores);
  CandidateStore store(4);
  Histogram digits(2048, 0);
  admit_with(row, {0, row.length()}, cutoff, Policy(), store, digits);
  CHECK(total(digits) == store.size());
  CHECK(row.reads() == row.length());
  return positions(store);
}

// Planted: strict comparison; whole blocks of 256 only.
void admit_strictly(CountedRow& row, Range range, float cutoff, const Policy& policy,
                    CandidateStore& store, Histogram& digits) {
  admit(row, range, std::nextafter(cutoff, std::numeric_limits<float>::infinity()), policy, store,
        digits);
}
void admit_whole_blocks(CountedRow& row, Range range, float cutoff, const Policy& policy,
                        CandidateStore& store, Histogram& digits) {
  const std::int64_t whole = range.size() / 256 * 256;
  admit(row, {range.begin, range.begin + whole}, cutoff, policy, store, digits);
  static_cast<void>(row.block(whole, range.size() - whole));
}

const Positions at_edges = {0, 255, 256, 257, 511, 767, 768, 998, 999};

}  // namespace

TEST_CASE("the view's phase is the bit-reversed row number") {
  const std::vector<std::uint32_t> phases = {0, 4, 2, 6, 1, 5, 3, 7};
  for (std::uint32_t row = 0; row < 16; ++row) CHECK(view_phase(row, 8) == phases[row % 8]);
  CHECK(view_phase(1, 128) == 64);
  CHECK(view_phase(3, 2) == 1);
  std::set<std::uint32_t> seen;
  for (std::int64_t row = 640; row < 704; ++row) seen.insert(view_phase(row, 64));
  CHECK(seen.size() == 64);
}

TEST_CASE("the view's size is exact at every residue") {
  for (const std::uint32_t stride : {2u, 8u, 64u}) {
    for (std::int64_t length = 0; length < 200; ++length) {
      for (std::int64_t row = 0; row < stride; ++row) {
        const View view = make_view(row, length, stride);
        std::int64_t counted = 0;
        for (std::int64_t i = 0; i < length; ++i) counted += i % stride == view.phase ? 1 : 0;
        REQUIRE(view.size == counted);
        if (view.size > 0) REQUIRE(view.position(view.size - 1) < length);
        REQUIRE(view.position(view.size) >= length);
      }
    }
  }
}

TEST_CASE("requested ranks are rational ceilings: 24 and 28, 48 and 56 for K = 2048") {
  const RequestedRanks wide = requested_ranks(parse_policy("stride=128"), 2048);
  CHECK(wide.primary == 24);
  CHECK(wide.rescue == 28);
  const RequestedRanks standard = requested_ranks(parse_policy("stride=64"), 2048);
  CHECK(standard.primary == 48);
  CHECK(standard.rescue == 56);
  CHECK(requested_ranks(parse_policy("stride=64"), 1).primary == 1);
  CHECK(requested_ranks(parse_policy("stride=2,rho=1/1"), 7).primary == 4);
  const RequestedRanks only = requested_ranks(parse_policy("rescue=none"), 2048);
  CHECK_FALSE(only.rescue.has_value());
  CHECK(only.largest() == 24);
  CHECK(view_is_usable({128, 0, 28}, wide));
  CHECK_FALSE(view_is_usable({128, 0, 27}, wide));
  CHECK(view_is_usable({128, 0, 24}, only));
  CHECK(requested_ranks(parse_policy("rho=65535/1,rescue=none,stride=2"), 2147483647).primary > 0);
}

TEST_CASE("locate finds the first bin whose prefix reaches the rank") {
  const Histogram h = {0, 3, 0, 2, 5};
  const std::vector<std::uint32_t> bins = {1, 1, 1, 3, 3, 4, 4, 4, 4, 4};
  for (std::int64_t rank = 1; rank <= 10; ++rank) {
    const Located found = locate(h, rank);
    CHECK(found.bin == bins[static_cast<std::size_t>(rank - 1)]);
    CHECK(found.before == (found.bin == 1 ? 0 : found.bin == 3 ? 3 : 5));
  }
}

TEST_CASE("sampling counts the coarse bins of the view only, and reads no more") {
  Scores scores(100, 1.0f);
  for (std::size_t i = 3; i < 100; i += 8) scores[i] = -2.0f;
  CountedRow row(scores);
  const View view = make_view(6, 100, 8);  // phase 3
  Histogram h;
  sample(row, view, h);
  CHECK(row.reads() == view.size);
  CHECK(h[coarse(-2.0f)] == static_cast<std::uint32_t>(view.size));
  CHECK(total(h) == view.size);
}

TEST_CASE("localize takes each boundary at its own rank") {
  Histogram h(coarse_bins, 0);
  h[40] = 2;
  h[50] = 1;
  h[60] = 3;
  const Boundaries both = localize(h, {3, 4});
  CHECK(both.tau0 == 50);
  CHECK(both.tau1 == 60);
  CHECK(localize(h, {2, 2}).tau1 == 40);
  CHECK_FALSE(localize(h, {1, std::nullopt}).tau1.has_value());
}

TEST_CASE("admission keeps every score at or above the cutoff, in order, wherever it lies") {
  const Scores scores = sparse_row(at_edges);
  CHECK(admitted(admit, scores, 1.0f) == at_edges);
  CHECK(admitted(admit, scores, 2.0f).empty());
  CHECK(admitted(admit, scores, -1.0f).size() == scores.size());
  CHECK(admitted(admit, {-0.0f, 0.0f, -0x1p-149f}, 0.0f) == Positions{0, 1});
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(admitted(admit, {-inf, inf, 3.4e38f}, -inf) == Positions{0, 1, 2});
}

TEST_CASE("planted faults of admission are told from the real one") {
  const Scores scores = sparse_row(at_edges);
  CHECK(admitted(admit_strictly, scores, 1.0f) != at_edges);
  CHECK(admitted(admit_whole_blocks, scores, 1.0f) != at_edges);
}

TEST_CASE("the band holds what lies between the cutoffs, and extends what is there") {
  const Scores scores = {5, 4, 3, 2, 1};
  CountedRow row(scores);
  CandidateStore store(4);
  Histogram digits(2048, 0);
  admit(row, {0, 5}, 4.0f, Policy(), store, digits);
  admit_band(row, {0, 5}, 4.0f, 2.0f, Policy(), store, digits);
  CHECK(positions(store) == Positions{0, 1, 2, 3});
  CHECK(total(digits) == 4);
  CHECK(row.reads() == 10);
  CHECK(store.spill_depth() == 0);
  admit_band(row, {0, 5}, 2.0f, 2.0f, Policy(), store, digits);
  CHECK(store.size() == 4);
}

TEST_CASE("recovery commits better bins, keeps the boundary bin, drops the rest") {
  const Scores scores = {1.0f, 2.0f, 1.0009f, 0.5f, -3.0f, 2.5f, 1.0001f};
  CountedRow row(scores);
  Histogram bins(coarse_bins, 0);
  count_coarse(row, {0, 7}, bins);
  const Located boundary = locate(bins, 4);
  CHECK(boundary.bin == coarse(1.0f));
  CHECK(boundary.before == 2);
  Positions committed;
  CandidateStore frontier(2);
  Histogram digits(2048, 0);
  classify(row, {0, 7}, boundary.bin, Policy(), committed, frontier, digits);
  CHECK(committed == Positions{1, 5});
  CHECK(positions(frontier) == Positions{0, 2, 6});
  CHECK(frontier.spill_depth() == 1);
  CHECK(total(digits) == 3);
  CHECK(row.reads() == 14);
}

TEST_CASE("a digit round commits, keeps and drops by the boundary digit") {
  const Policy policy;
  const Scores scores = {1.0f, 8.0f, 1.0f, -1.0f, 1.5f};
  CountedRow row(scores);
  RefinementState state(16);
  CandidateStore spare(16);
  for (std::int32_t i = 0; i < 5; ++i) state.frontier.append(i);
  state.quota = 3;
  state.digits.assign(2048, 0);
  for (const float x : scores) ++state.digits[policy.digit(key32(x), 0)];
  const RoundTrace first = refine_round(row, policy, 0, state, spare);
  CHECK(first.digit == policy.digit(key32(1.0f), 0));
  CHECK(first.committed == 2);  // 8 and 1.5
  CHECK(first.kept == 2);
  CHECK(first.quota == 1);
  CHECK(state.committed == Positions{1, 4});
  CHECK(positions(state.frontier) == Positions{0, 2});
  CHECK(total(state.digits) == 2);
  CHECK(row.reads() == 5);
}

TEST_CASE("refinement ends with ties only and fills exactly K") {
  for (const char* widths : {"11+11+10", "16+15+1", "1+16+15"}) {
    const Policy policy = parse_policy(std::string("digits=") + widths);
    const Scores scores = {1, 3, 1, 2, 1, 1, -0.0f, 0.0f};
    CountedRow row(scores);
    RefinementState state(2);
    CandidateStore spare(2);
    for (std::int32_t i = 0; i < 8; ++i) state.frontier.append(i);
    state.quota = 4;
    state.digits.assign(policy.digit_bins(0), 0);
    for (const float x : scores) ++state.digits[policy.digit(key32(x), 0)];
    std::vector<RoundTrace> rounds;
    const std::int64_t ties = refine(row, policy, state, spare, &rounds);
    CHECK(ties == 2);
    CHECK(rounds.size() == 3);
    Positions chosen = state.committed;
    std::sort(chosen.begin(), chosen.end());
    CHECK(chosen == Positions{0, 1, 2, 3});
    CHECK(rounds.back().kept == 4);
  }
}

TEST_CASE("segments cover the row once, in order, at aligned seams") {
  for (const std::int64_t length : {0, 1, 3, 4, 5, 31, 32, 33, 1000, 65537}) {
    for (const std::uint32_t segments : {1u, 2u, 4u, 8u, 7u}) {
      std::int64_t end = 0;
      for (std::uint32_t p = 0; p < segments; ++p) {
        const Range range = segment_range(length, p, segments);
        REQUIRE(range.begin == end);
        REQUIRE(range.end >= range.begin);
        if (range.end < length) REQUIRE(range.end % segment_alignment == 0);
        end = range.end;
      }
      REQUIRE(end == length);
    }
  }
}

TEST_CASE("segments of known rows") {
  const auto seams = [](std::int64_t length, std::uint32_t segments) {
    std::vector<std::int64_t> ends;
    for (std::uint32_t p = 0; p < segments; ++p) {
      ends.push_back(segment_range(length, p, segments).end);
    }
    return ends;
  };
  CHECK(seams(10, 1) == std::vector<std::int64_t>{10});
  CHECK(seams(10, 4) == std::vector<std::int64_t>{4, 8, 10, 10});
  CHECK(seams(16, 4) == std::vector<std::int64_t>{4, 8, 12, 16});
  CHECK(seams(17, 4) == std::vector<std::int64_t>{8, 16, 17, 17});
  CHECK(seams(24, 3) == std::vector<std::int64_t>{8, 16, 24});
  CHECK(seams(25, 3) == std::vector<std::int64_t>{12, 24, 25});
  CHECK(seams(5, 2) == std::vector<std::int64_t>{4, 5});
}

TEST_CASE("cutoffs of the bins at the ends, in the middle and beyond reach") {
  CHECK(first_reachable_bin == 31);
  CHECK(last_reachable_bin == 2016);
  for (const std::uint32_t bin : {0u, 1u, 30u, 31u}) CHECK(bin_floor(bin) == 65520.0f);
  CHECK(bin_floor(543) == 0x1.ffep-1f);        // half way to the half below 1
  CHECK(bin_floor_bits(1023) == 0xb3000000u);  // -2^-25
  for (const std::uint32_t bin : {2016u, 2017u, 2047u}) CHECK(bin_floor_bits(bin) == 0xff800000u);
}
