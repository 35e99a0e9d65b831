// The small value types, by themselves: everything here is defined in headers, and this program is
// linked without the library.
#include "tailproof/reference/candidates.hpp"
#include "tailproof/reference/counted_row.hpp"
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/oracle_trial.hpp"
#include "tailproof/reference/oracle_verdict.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/published_checkers.hpp"
#include "tailproof/reference/refinement.hpp"
#include "tailproof/reference/score_matrix.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/trace.hpp"
#include "tailproof/reference/trace_compare.hpp"
#include "tailproof/reference/view.hpp"
#include "tailproof_catch.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace tailproof::reference;

TEST_CASE("the default policy is the paper's production policy") {
  const PolicyParameters p;
  CHECK(p.proposal == Proposal::sampled);
  CHECK(p.stride == 128);
  CHECK(p.retention == Ratio{3, 2});
  CHECK(p.rescue == Ratio{7, 4});
  CHECK(p.segments == 1);
  CHECK(p.candidate_capacity == 4096);
  CHECK(p.digit_widths == std::array<std::uint8_t, 3>{11, 11, 10});
  CHECK_FALSE(p.early_exit);
  CHECK(Ratio{}.numerator == 1);
  CHECK(Ratio{}.denominator == 1);
}

TEST_CASE("a policy hands out its parameters and cuts keys into digits") {
  const Policy policy;
  CHECK(policy.parameters() == PolicyParameters{});
  CHECK(policy.stride() == 128);
  CHECK(policy.has_rescue());
  CHECK(policy.segments() == 1);
  CHECK(policy.candidate_capacity() == 4096);
  CHECK_FALSE(policy.early_exit());
  CHECK(policy == Policy());
  CHECK(digit_rounds == 3);
  CHECK(policy.digit_bins(0) == 2048);
  CHECK(policy.digit_bins(1) == 2048);
  CHECK(policy.digit_bins(2) == 1024);
  CHECK(policy.digit(0xffffffffu, 0) == 2047);
  CHECK(policy.digit(0xffe00000u, 0) == 2047);
  CHECK(policy.digit(0x001fffffu, 0) == 0);
  CHECK(policy.digit(0x00200000u, 0) == 1);
  CHECK(policy.digit(0x001ffc00u, 1) == 2047);
  CHECK(policy.digit(0xffe003ffu, 1) == 0);
  CHECK(policy.digit(0x00000400u, 1) == 1);
  CHECK(policy.digit(0x000003ffu, 2) == 1023);
  CHECK(policy.digit(0xfffffc00u, 2) == 0);
  CHECK(policy.digit(0x00000001u, 2) == 1);
}

TEST_CASE("candidates beyond the capacity spill, and are kept all the same") {
  CandidateStore store(2);
  CHECK(store.capacity() == 2);
  CHECK(store.size() == 0);
  CHECK(store.spill_depth() == 0);
  store.append(7);
  store.append(std::vector<std::int32_t>{9, 8});
  CHECK(store.size() == 3);
  CHECK(std::vector<std::int32_t>(store.all().begin(), store.all().end()) ==
        std::vector<std::int32_t>{7, 9, 8});
  CHECK(store.spill_depth() == 1);
  store.clear();
  CHECK(store.size() == 0);
  CHECK(store.spill_depth() == 0);
}

TEST_CASE("a row counts every score that is read") {
  const std::vector<float> scores = {5, 6, 7, 8};
  CountedRow row(scores);
  CHECK(row.length() == 4);
  CHECK(row.reads() == 0);
  CHECK(row.at(2) == 7.0f);
  CHECK(row.reads() == 1);
  const auto block = row.block(1, 2);
  CHECK(block.size() == 2);
  CHECK(block[0] == 6.0f);
  CHECK(row.reads() == 3);
}

TEST_CASE("rows lie at the pitch and end at their valid lengths") {
  const std::vector<float> scores = {1, 2, 0, 3, 4, 0};
  const std::vector<std::int32_t> lengths = {2, 1};
  const ScoreMatrix matrix{scores.data(), lengths, 2, 3};
  CHECK(matrix.rows() == 2);
  CHECK(matrix.valid(0).size() == 2);
  CHECK(matrix.valid(1).size() == 1);
  CHECK(matrix.valid(0)[1] == 2.0f);
  CHECK(matrix.valid(1)[0] == 3.0f);
  CHECK(ScoreMatrix{}.rows() == 0);
  CHECK(ScoreMatrix{}.width == 0);
  CHECK(ScoreMatrix{}.pitch == 0);
}

TEST_CASE("ranks, ranges and views") {
  CHECK(RequestedRanks{3, 5}.largest() == 5);
  CHECK(RequestedRanks{5, 5}.largest() == 5);
  CHECK(RequestedRanks{6, 5}.largest() == 6);
  CHECK(RequestedRanks{3, std::nullopt}.largest() == 3);
  CHECK(RequestedRanks{}.primary == 0);
  CHECK(Boundaries{}.tau0 == 0);
  CHECK(Range{3, 10}.size() == 7);
  CHECK(Range{} == Range{0, 0});
  CHECK_FALSE(Range{0, 1} == Range{0, 2});
  CHECK(segment_alignment == 4);
  const View view{8, 3, 5};
  CHECK(view.position(0) == 3);
  CHECK(view.position(2) == 19);
  CHECK(View{}.stride == 0);
  CHECK(View{}.phase == 0);
  CHECK(View{}.size == 0);
  CHECK(Located{}.bin == 0);
  CHECK(Located{}.before == 0);
  CHECK(RefinementState(7).quota == 0);
  CHECK(RefinementState(7).frontier.capacity() == 7);
}

TEST_CASE("kinds of violation form a set") {
  using enum ViolationKind;
  CHECK(violation_kind_count == 6);
  CHECK(KindSet{}.empty());
  for (int a = 0; a < violation_kind_count; ++a) {
    const KindSet one = {static_cast<ViolationKind>(a)};
    CHECK_FALSE(one.empty());
    for (int b = 0; b < violation_kind_count; ++b) {
      CHECK(one.contains(static_cast<ViolationKind>(b)) == (a == b));
    }
  }
  KindSet set = {duplicate, omitted};
  CHECK(set.contains(duplicate));
  CHECK(set.contains(omitted));
  CHECK_FALSE(set.contains(out_of_range));
  CHECK(set == KindSet{omitted, duplicate});
  set.insert(duplicate);
  CHECK(set == KindSet{omitted, duplicate});
}

TEST_CASE("a verdict without findings accepts, rejected rows reject") {
  Verdict verdict;
  CHECK(verdict.rows == 0);
  CHECK(verdict.accepted());
  for (int k = 0; k < violation_kind_count; ++k) {
    CHECK_FALSE(verdict[static_cast<ViolationKind>(k)].has_value());
  }
  verdict.findings[1] = KindFinding{Violation{}, 4};
  CHECK(verdict[ViolationKind::duplicate]->count == 4);
  CHECK(KindFinding{}.count == 0);
  CHECK(Violation{}.row == 0);
  verdict.rejected_rows = 1;
  CHECK_FALSE(verdict.accepted());
}

TEST_CASE("marks are counted where somebody listens, by the innermost") {
  CHECK(mark_count == 32);
  MarkCounts outer;
  MarkCounts inner;
  mark(Mark::route_band);
  {
    const MarkScope scope(outer);
    mark(Mark::route_band);
    {
      const MarkScope nested(inner);
      mark(Mark::spill_deep);
      mark(Mark::spill_deep);
    }
    mark(Mark::segment_seam_straddled);
  }
  mark(Mark::route_band);
  CHECK(outer[Mark::route_band] == 1);
  CHECK(outer[Mark::segment_seam_straddled] == 1);
  CHECK(outer[Mark::spill_deep] == 0);
  CHECK(inner[Mark::spill_deep] == 2);
  CHECK(inner[Mark::route_trivial] == 0);
  outer += inner;
  outer += inner;
  CHECK(outer[Mark::spill_deep] == 4);
  CHECK(outer[Mark::route_band] == 1);
  outer.hit(Mark::route_trivial);
  CHECK(outer[Mark::route_trivial] == 1);
}

TEST_CASE("traces and trials begin empty") {
  const Trace trace;
  CHECK(trace.row == 0);
  CHECK(trace.length == 0);
  CHECK(trace.rank == 0);
  CHECK(trace.spilled == 0);
  CHECK(trace.reads == 0);
  CHECK(trace.frontier_reads == 0);
  const RoundTrace round;
  CHECK(round.digit == 0);
  CHECK(round.committed == 0);
  CHECK(round.kept == 0);
  CHECK(round.quota == 0);
  CHECK(route_count == 8);
  CHECK(CompareOptions{}.histograms);
  CHECK(CompareOptions{}.reads);
  const TrialCase empty;
  CHECK(empty.width == 0);
  CHECK(empty.pitch == 0);
  CHECK(empty.rank == 0);
  CHECK(empty.index_pitch == 0);
  CHECK(published_checker_count == 7);
}

TEST_CASE("a trial's case is a matrix; its line is as expected if outcome and kinds are") {
  TrialCase c;
  c.scores = {1, 2, 3, 4};
  c.lengths = {1, 2};
  c.width = 2;
  c.pitch = 3;
  CHECK(c.matrix().scores == c.scores.data());
  CHECK(c.matrix().rows() == 2);
  CHECK(c.matrix().width == 2);
  CHECK(c.matrix().pitch == 3);
  TrialLine line;
  CHECK(line.as_expected());
  line.actual = Outcome::rejected;
  CHECK_FALSE(line.as_expected());
  line.expected = Outcome::rejected;
  CHECK(line.as_expected());
  line.actual_kinds = {ViolationKind::omitted};
  CHECK_FALSE(line.as_expected());
}
