// The running selector's reference against a plain sort and a plain count; planted faults are
// answers and traces that the same checks must reject.
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/running.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tailproof::reference;
using Scores = std::vector<float>;
using Positions = std::vector<std::int32_t>;

RunningPolicy tiny() {
  RunningPolicy policy;
  policy.pool = 100;
  policy.bin_bits = 5;
  policy.list = 3;
  policy.batch = 2;
  policy.max_sectors = 4;
  policy.long_row = 600;
  policy.long_sectors = 2;
  policy.sector_share = 24;
  policy.margin_square = 1;
  policy.tile = 32;
  policy.tie_block = 48;
  return policy;
}

// A list so long that nothing is settled by position, and few bins.
RunningPolicy coarse_bins_long_list() {
  RunningPolicy policy = tiny();
  policy.bin_bits = 2;
  policy.list = 100;
  return policy;
}

constexpr int kinds = 9;

Scores make_row(int kind, std::uint32_t length, std::mt19937& engine) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  Scores scores(length);
  for (std::uint32_t i = 0; i < length; ++i) {
    const float u = static_cast<float>(engine() >> 8) * 0x1p-24f;
    const float sign = engine() % 2 == 0 ? 1.0f : -1.0f;
    switch (kind) {
      case 0:
        scores[i] = sign * std::ldexp(1 + u, static_cast<int>(engine() % 40) - 20);
        break;
      case 1:
        scores[i] = -3;
        break;
      case 2:
        scores[i] = static_cast<float>(engine() % 6);
        break;
      case 3:
        scores[i] = engine() % 30 == 0 ? u : sign * 0.0f;
        break;
      case 4:
        scores[i] = static_cast<float>(i);
        break;
      case 5:
        scores[i] = -static_cast<float>(i);
        break;
      case 6:
        scores[i] = engine() % 3 == 0 ? u : sign * inf;
        break;
      case 7:
        scores[i] = -inf;
        break;
      default:
        scores[i] = i % 16 < 8 ? 1 + u : u;
        break;
    }
  }
  return scores;
}

// By a stable sort: the lowest position among equal scores.
Positions sorted_answer(const Scores& scores, std::size_t rank) {
  Positions all(scores.size());
  std::iota(all.begin(), all.end(), 0);
  std::stable_sort(all.begin(), all.end(), [&](std::int32_t a, std::int32_t b) {
    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
  });
  all.resize(std::min(all.size(), rank));
  std::sort(all.begin(), all.end());
  all.resize(rank, -1);
  return all;
}

// What a plain count says of a trace: "" or the first field that it contradicts.
std::string trace_problem(const RunningPolicy& policy, const Scores& scores,
                          const RunningTrace& trace) {
  const auto better_than = [&](std::uint32_t key) {
    return static_cast<std::uint32_t>(
        std::count_if(scores.begin(), scores.end(), [&](float s) { return key32(s) < key; }));
  };
  const auto up_to = [&](std::uint32_t key) {
    return static_cast<std::uint32_t>(
        std::count_if(scores.begin(), scores.end(), [&](float s) { return key32(s) <= key; }));
  };
  if (trace.length != scores.size()) return "length";
  if ((trace.route == RunningRoute::trivial) != (trace.length <= trace.rank)) return "route";
  if (trace.route == RunningRoute::trivial) return trace.reads == 0 ? "" : "reads";
  if ((trace.route == RunningRoute::whole) != (trace.length <= policy.pool)) return "route";
  const bool sampled = trace.route != RunningRoute::whole;
  const std::uint32_t admitted = sampled ? up_to(trace.guess.cutoff) : trace.length;
  const bool crowded = trace.route == RunningRoute::crowded;
  if (crowded != (admitted > policy.pool)) return "route";
  if (trace.count != (crowded ? policy.pool + 1 : admitted)) return "count";
  const bool few = trace.route == RunningRoute::tied || trace.route == RunningRoute::underfull;
  if (few != (admitted < trace.rank)) return "route";
  if (trace.route == RunningRoute::tied) {
    if (!trace.guess.by_ties || trace.guess.tied != trace.guess.cutoff + 1) return "tied";
    if (up_to(trace.guess.tied) < trace.rank) return "tied";
  } else if (!crowded) {
    // Those better than the range and the quota of it make K; the range holds what it says.
    if (better_than(trace.first) + trace.quota != trace.rank) return "quota";
    if (up_to(trace.last) - better_than(trace.first) < trace.quota) return "held";
    const bool redone = trace.route == RunningRoute::underfull;
    if (!redone && up_to(trace.last) - better_than(trace.first) != trace.held) return "held";
  }
  const std::uint64_t seen = std::uint64_t{trace.guess.sectors} * running_sector;
  if (!few && trace.reads != seen + trace.length) return "reads";
  if (few && trace.reads < seen + trace.length) return "reads";
  return "";
}

struct Selected {
  RunningTrace trace;
  Positions positions;
};
Selected select(const RunningPolicy& policy, const Scores& scores, std::uint32_t rank,
                std::uint32_t row) {
  Selected selected;
  selected.positions.resize(rank);
  selected.trace = running_select(policy, scores, row, selected.positions);
  return selected;
}

}  // namespace

TEST_CASE("running_select agrees with a plain sort, and its trace with a plain count") {
  std::mt19937 engine(20261201);
  for (const RunningPolicy& policy : {tiny(), coarse_bins_long_list()}) {
    std::array<int, 6> routes{};
    int compacted = 0;
    for (int i = 0; i < 4000; ++i) {
      const int kind = i % kinds;
      const auto length = static_cast<std::uint32_t>(engine() % (i % 4 == 0 ? 120 : 1000));
      const auto rank = static_cast<std::uint32_t>(1 + engine() % 60);
      const Scores scores = make_row(kind, length, engine);
      const Selected selected = select(policy, scores, rank, static_cast<std::uint32_t>(i));
      CAPTURE(i, kind, length, rank);
      REQUIRE(selected.positions == sorted_answer(scores, rank));
      REQUIRE(trace_problem(policy, scores, selected.trace) == "");
      ++routes[static_cast<std::size_t>(selected.trace.route)];
      compacted += selected.trace.compactions > 0 ? 1 : 0;
    }
    for (const int rows : routes) CHECK(rows > 0);
    CHECK(compacted > 0);
  }
}

TEST_CASE("running_select with the production policy agrees with a plain sort") {
  std::mt19937 engine(7);
  for (int kind = 0; kind < kinds; ++kind) {
    for (const std::uint32_t rank : {1u, 2048u}) {
      const Scores scores = make_row(kind, 8700 + 3000 * static_cast<std::uint32_t>(kind), engine);
      const Selected selected = select(RunningPolicy(), scores, rank, 3);
      CAPTURE(kind, rank);
      CHECK(selected.positions == sorted_answer(scores, rank));
      CHECK(trace_problem(RunningPolicy(), scores, selected.trace) == "");
    }
  }
}

TEST_CASE("the same checks reject planted faults of an answer and of a trace") {
  std::mt19937 engine(3);
  const RunningPolicy policy = tiny();
  const Scores plateau = make_row(2, 400, engine);
  const Selected tied = select(policy, plateau, 20, 0);
  const Positions right = sorted_answer(plateau, 20);
  REQUIRE(tied.positions == right);
  // The last of the ties in place of the first, which the operator's contract alone would allow.
  Positions later(400);
  std::iota(later.begin(), later.end(), 0);
  std::sort(later.begin(), later.end(), [&](std::int32_t a, std::int32_t b) {
    const float left = plateau[static_cast<std::size_t>(a)];
    const float right_score = plateau[static_cast<std::size_t>(b)];
    return left > right_score || (left == right_score && a > b);
  });
  later.resize(20);
  std::sort(later.begin(), later.end());
  CHECK(later != right);

  const Scores scores = make_row(0, 400, engine);
  std::uint32_t row = 0;
  while (select(policy, scores, 20, row).trace.route != RunningRoute::guessed) ++row;
  const Selected selected = select(policy, scores, 20, row);
  REQUIRE(selected.trace.route == RunningRoute::guessed);
  REQUIRE(trace_problem(policy, scores, selected.trace) == "");
  const auto rejected = [&](auto plant) {
    RunningTrace planted = selected.trace;
    plant(planted);
    return trace_problem(policy, scores, planted);
  };
  CHECK(rejected([](RunningTrace& t) { ++t.count; }) == "count");
  CHECK(rejected([](RunningTrace& t) { ++t.quota; }) == "quota");
  CHECK(rejected([](RunningTrace& t) { ++t.held; }) == "held");
  CHECK(rejected([](RunningTrace& t) { --t.reads; }) == "reads");
  CHECK(rejected([](RunningTrace& t) { t.guess.cutoff = 0xff800000u; }) != "");
  CHECK(rejected([](RunningTrace& t) { t.route = RunningRoute::crowded; }) != "");
  CHECK(rejected([](RunningTrace& t) { t.route = RunningRoute::tied; }) != "");
}

TEST_CASE("sampled sectors lie in the row, each in its own stratum") {
  for (const std::uint32_t log2 : {0u, 3u, 9u}) {
    for (const std::uint32_t sectors : {1u << log2, (1u << log2) + 1, 5000u, 1u << 27}) {
      if (sectors < 1u << log2) continue;
      for (const std::uint32_t row : {0u, 1u, 4095u}) {
        std::set<std::uint32_t> seen;
        for (std::uint32_t i = 0; i < 1u << log2; ++i) {
          const std::uint32_t sector = running_sector_of(row, i, log2, sectors);
          const auto begin = std::uint64_t{i} * sectors >> log2;
          const auto end = std::uint64_t{i + 1} * sectors >> log2;
          CAPTURE(log2, sectors, row, i);
          REQUIRE(sector >= begin);
          REQUIRE(sector <= std::min<std::uint64_t>(end, sectors - 1));
          seen.insert(sector);
        }
        CHECK(seen.size() >= (1u << log2) / 2);
      }
    }
  }
}

TEST_CASE("the number of sampled sectors follows the length, and long rows are sampled thinly") {
  const RunningPolicy policy;
  CHECK(running_sectors_log2(policy, 8705) == 4);
  CHECK(running_sectors_log2(policy, 131072) == 8);
  CHECK(running_sectors_log2(policy, policy.long_row - 1) == 9);
  CHECK(running_sectors_log2(policy, policy.long_row) == 8);
  CHECK(running_sectors_log2(policy, 1u << 20) == 8);
}
