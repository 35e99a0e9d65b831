// Every mark against the independent account: what is counted, how often, and nothing else.
#include "hostile_rows.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

using nlohmann::json;
using Counts = std::map<std::string, std::uint64_t>;

long number(const json& value) {
  return value.is_null() ? 0 : value.get<long>();
}

void expect_view(const json& s, Counts& counts) {
  if (s["view"].is_null()) return;
  const long largest = std::max(number(s["q"]), number(s["q1"]));
  if (s["view"] < s["q"]) {
    ++counts["view-below-primary-rank"];
  } else if (s["view"] < largest) {
    ++counts["view-below-rescue-rank"];
  } else if (s["view"] == largest) {
    ++counts["view-just-usable"];
  }
}

void expect_band_and_recovery(const json& s, long capacity, Counts& counts) {
  if (!s["count1"].is_null() && s["tau0"] == s["tau1"]) ++counts["rescue-in-same-bin"];
  if (s["count1"] == s["rank"]) ++counts["band-reaches-rank-exactly"];
  if (s["tau_star"].is_null()) return;
  ++counts[s["committed"] == 0 ? "recovery-commits-nothing" : "recovery-commits-prefix"];
  if (number(s["frontier"]) > capacity) ++counts["spill-in-recovery"];
  const long proposed = std::max(number(s["count0"]), number(s["count1"]));
  if (proposed > capacity) ++counts["spill-of-failed-proposal"];
}

void expect_spill(const json& s, long capacity, Counts& counts) {
  const long deepest = std::max({number(s["count0"]), number(s["count1"]), number(s["frontier"])});
  ++counts[deepest < capacity        ? "spill-none"
           : deepest == capacity     ? "spill-at-capacity"
           : deepest <= 2 * capacity ? "spill-shallow"
                                     : "spill-deep"];
}

void expect_rounds(const json& s, long capacity, Counts& counts) {
  if (s["tie_slots"].is_null()) return;
  bool settled = s["quota"] == s["frontier"];
  int j = 0;
  for (const json& round : s["rounds"]) {
    if (number(round["kept"]) > capacity) ++counts["spill-after-round"];
    if (!settled && round["kept"] == round["quota"]) {
      settled = true;
      ++counts["settled-in-round-" + std::to_string(j)];
    }
    ++j;
  }
  if (j < 3) ++counts["early-exit"];
  ++counts[settled ? "tie-fill-whole-group" : "tie-fill-choice"];
}

// Positions of the proposal's candidates, segment by segment, by a plain walk.
void expect_segments(const HostileCase& c, const json& s, Counts& counts) {
  if (c.rules.segments == 1 || s["tau0"].is_null()) return;
  const float cutoff = independent::cutoff(s["count1"].is_null() ? s["tau0"] : s["tau1"]);
  const auto admitted = [&](long i) { return c.scores[static_cast<std::size_t>(i)] >= cutoff; };
  const auto length = static_cast<long>(c.scores.size());
  const long even = (length + c.rules.segments - 1) / c.rules.segments;
  const long chunk = (even + 3) / 4 * 4;
  long end = 0;
  bool reaches_seam =
      false;  // the position before the seam is a candidate, and so is an earlier one
  for (int p = 0; p < c.rules.segments; ++p) {
    const long begin = end;
    end = std::min(length, begin + chunk);
    long held = 0;
    for (long i = begin; i < end; ++i) held += admitted(i) ? 1 : 0;
    if (begin == end) {
      ++counts["segment-empty"];
    } else if (held == 0) {
      ++counts["segment-without-candidates"];
    } else if (held == s["frontier"] && s["committed"] == 0) {
      ++counts["segment-owns-all-candidates"];
    }
    if (p > 0 && reaches_seam && begin < end && admitted(begin)) ++counts["segment-seam-straddled"];
    reaches_seam = begin < end && admitted(end - 1);
  }
}

Counts expected_counts(const HostileCase& c) {
  const json s =
      independent::account_for(static_cast<long>(c.row), c.scores, c.rank, c.rules).summary;
  Counts counts;
  ++counts["route-" + s["route"].get<std::string>()];
  if (s["route"] == "trivial") return counts;
  expect_view(s, counts);
  expect_band_and_recovery(s, c.rules.capacity, counts);
  expect_spill(s, c.rules.capacity, counts);
  expect_rounds(s, c.rules.capacity, counts);
  expect_segments(c, s, counts);
  return counts;
}

Counts counted(const HostileCase& c) {
  MarkCounts marks;
  std::vector<std::int32_t> indices(static_cast<std::size_t>(c.rank));
  {
    const MarkScope scope(marks);
    Selector(c.policy, c.rank).select(c.scores, c.row, indices);
  }
  Counts counts;
  for (int m = 0; m < mark_count; ++m) {
    const auto which = static_cast<Mark>(m);
    if (marks[which] > 0) counts[std::string(mark_name(which))] = marks[which];
  }
  return counts;
}

std::string text(const Counts& counts) {
  std::string all;
  for (const auto& [name, count] : counts) all += name + " " + std::to_string(count) + "\n";
  return all;
}

}  // namespace

TEST_CASE("each mark is hit exactly as often as the independent account says") {
  Counts seen;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const HostileCase c = hostile_case(seed);
    INFO("seed " << seed << ", " << c.family << ", L = " << c.scores.size() << ", K = " << c.rank
                 << ", row " << c.row << ", " << to_string(c.policy));
    const Counts counts = counted(c);
    REQUIRE(text(counts) == text(expected_counts(c)));
    for (const auto& [name, count] : counts) seen[name] += count;
  }
  CHECK(seen.size() >= mark_count - 2);
}
