// Every field of a trace is compared, in the order of the phases, and named with both values.
#include "tailproof/reference/trace_compare.hpp"
#include "tailproof_catch.hpp"

#include <functional>
#include <string>
#include <vector>

using namespace tailproof::reference;

namespace {

// A trace in which every field has a value, and no two the same.
Trace full_trace() {
  Trace t;
  t.row = 1;
  t.length = 2;
  t.rank = 3;
  t.route = Route::band;
  t.stride = 4u;
  t.phase = 5u;
  t.view = 6;
  t.q = 7;
  t.q1 = 8;
  t.sampled_histogram = {9, 10, 11};
  t.tau0 = 12u;
  t.tau1 = 13u;
  t.t0_bits = 14u;
  t.t1_bits = 15u;
  t.count0 = 16;
  t.count1 = 17;
  t.proposal_histogram0 = {18, 19};
  t.proposal_histogram1 = {20, 21};
  t.tau_star = 22u;
  t.coarse_histogram = {23, 24};
  t.committed = 25;
  t.frontier = 26;
  t.quota = 27;
  t.rounds = {{28, 29, 30, 31, {32, 33}}, {34, 35, 36, 37, {38, 39}}};
  t.tie_slots = 40;
  t.spilled = 41;
  t.reads = 42;
  t.frontier_reads = 43;
  return t;
}

struct Change {
  const char* where;  // phase/field
  const char* detail;
  std::function<void(Trace&)> edit;
};

// In the order in which departures are reported.
const std::vector<Change> changes = {
    {"input/row", "expected 1, got 101", [](Trace& t) { t.row = 101; }},
    {"input/length", "expected 2, got 102", [](Trace& t) { t.length = 102; }},
    {"input/rank", "expected 3, got 103", [](Trace& t) { t.rank = 103; }},
    {"view/stride", "expected 4, got 104", [](Trace& t) { t.stride = 104u; }},
    {"view/phase", "expected 5, got absent", [](Trace& t) { t.phase.reset(); }},
    {"view/view", "expected 6, got 106", [](Trace& t) { t.view = 106; }},
    {"view/q", "expected 7, got 107", [](Trace& t) { t.q = 107; }},
    {"view/q1", "expected 8, got 108", [](Trace& t) { t.q1 = 108; }},
    {"proposal/sampled_histogram[2]", "expected 11, got 111",
     [](Trace& t) { t.sampled_histogram[2] = 111; }},
    {"proposal/tau0", "expected 12, got 112", [](Trace& t) { t.tau0 = 112u; }},
    {"proposal/tau1", "expected 13, got 113", [](Trace& t) { t.tau1 = 113u; }},
    {"proposal/t0_bits", "expected 14, got 114", [](Trace& t) { t.t0_bits = 114u; }},
    {"proposal/t1_bits", "expected 15, got 115", [](Trace& t) { t.t1_bits = 115u; }},
    {"admission/count0", "expected 16, got 116", [](Trace& t) { t.count0 = 116; }},
    {"admission/proposal_histogram0[0]", "expected 18, got 118",
     [](Trace& t) { t.proposal_histogram0[0] = 118; }},
    {"band/count1", "expected 17, got 117", [](Trace& t) { t.count1 = 117; }},
    {"band/proposal_histogram1 bins", "expected 2, got 0",
     [](Trace& t) { t.proposal_histogram1.clear(); }},
    {"recovery/coarse_histogram[1]", "expected 24, got 124",
     [](Trace& t) { t.coarse_histogram[1] = 124; }},
    {"recovery/tau_star", "expected 22, got 122", [](Trace& t) { t.tau_star = 122u; }},
    {"entry/route", "expected band, got direct", [](Trace& t) { t.route = Route::direct; }},
    {"entry/committed", "expected 25, got 125", [](Trace& t) { t.committed = 125; }},
    {"entry/frontier", "expected 26, got 126", [](Trace& t) { t.frontier = 126; }},
    {"entry/quota", "expected 27, got 127", [](Trace& t) { t.quota = 127; }},
    {"entry/reads", "expected 42, got 142", [](Trace& t) { t.reads = 142; }},
    {"refinement/rounds[0].histogram[1]", "expected 33, got 133",
     [](Trace& t) { t.rounds[0].histogram[1] = 133; }},
    {"refinement/rounds[0].digit", "expected 28, got 128",
     [](Trace& t) { t.rounds[0].digit = 128; }},
    {"refinement/rounds[0].committed", "expected 29, got 129",
     [](Trace& t) { t.rounds[0].committed = 129; }},
    {"refinement/rounds[0].kept", "expected 30, got 130", [](Trace& t) { t.rounds[0].kept = 130; }},
    {"refinement/rounds[0].quota", "expected 31, got 131",
     [](Trace& t) { t.rounds[0].quota = 131; }},
    {"refinement/rounds[1].digit", "expected 34, got 134",
     [](Trace& t) { t.rounds[1].digit = 134; }},
    {"refinement/rounds", "expected 2, got 3", [](Trace& t) { t.rounds.emplace_back(); }},
    {"refinement/tie_slots", "expected 40, got absent", [](Trace& t) { t.tie_slots.reset(); }},
    {"refinement/spilled", "expected 41, got 141", [](Trace& t) { t.spilled = 141; }},
    {"refinement/frontier_reads", "expected 43, got 143", [](Trace& t) { t.frontier_reads = 143; }},
};

std::string place(const std::optional<Departure>& departure) {
  return departure ? std::string(phase_name(departure->phase)) + "/" + departure->field : "none";
}

}  // namespace

TEST_CASE("each field that departs is named with both values") {
  CHECK_FALSE(first_departure(full_trace(), full_trace()).has_value());
  for (const Change& change : changes) {
    CAPTURE(change.where);
    Trace other = full_trace();
    change.edit(other);
    const auto departure = first_departure(full_trace(), other);
    CHECK(place(departure) == change.where);
    if (departure) CHECK(departure->detail == change.detail);
  }
}

TEST_CASE("of several departures the first in the order of the phases is named") {
  Trace other = full_trace();
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    change->edit(other);
    CHECK(place(first_departure(full_trace(), other)) == change->where);
  }
}

TEST_CASE("rounds are compared as far as both have them, their number at the end") {
  Trace fewer = full_trace();
  fewer.rounds.pop_back();
  CHECK(place(first_departure(full_trace(), fewer)) == "refinement/rounds");
  CHECK(place(first_departure(fewer, full_trace())) == "refinement/rounds");
}

TEST_CASE("without histograms or reads the rest is still compared") {
  Trace other = full_trace();
  other.sampled_histogram.clear();
  other.rounds[1].histogram[0] = 0;
  CHECK_FALSE(first_departure(full_trace(), other, {.histograms = false}).has_value());
  other.reads = 0;
  other.frontier_reads = 0;
  CHECK(place(first_departure(full_trace(), other, {.histograms = false})) == "entry/reads");
  CHECK_FALSE(
      first_departure(full_trace(), other, {.histograms = false, .reads = false}).has_value());
  other.reads = 42;
  CHECK(place(first_departure(full_trace(), other, {.histograms = false})) ==
        "refinement/frontier_reads");
  other.spilled = 0;
  CHECK(place(first_departure(full_trace(), other, {.histograms = false, .reads = false})) ==
        "refinement/spilled");
}
