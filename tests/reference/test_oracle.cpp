// What the oracle says about a wrong answer: kind, place, value and number of violations.
#include "tailproof/reference/oracle.hpp"

#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/oracle_variation.hpp"
#include "tailproof_catch.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tailproof::reference;

namespace {

using Indices = std::vector<std::int32_t>;

Verdict judged(const std::vector<float>& scores, const Indices& indices) {
  return Oracle(static_cast<std::int32_t>(indices.size())).judge_row(scores, 3, indices);
}

std::string first(const Verdict& verdict, ViolationKind kind) {
  return verdict[kind].has_value() ? to_string(verdict[kind]->first) : "none";
}

// A long row: score i at position i, so that the best are at the end, blocks away from the front.
std::vector<float> rising(std::int32_t length) {
  std::vector<float> scores(static_cast<std::size_t>(length));
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(i);
  return scores;
}

std::string refusal(const ScoreMatrix& matrix, std::int32_t rank, const Indices& indices,
                    std::int64_t pitch) {
  try {
    static_cast<void>(judge(matrix, rank, indices, pitch));
  } catch (const ContractError& error) {
    return error.what();
  }
  return "judged";
}

}  // namespace

TEST_CASE("a right answer is accepted in any order") {
  CHECK(judged({1, 5, 3, 4}, {1, 3}).accepted());
  CHECK(judged({1, 5, 3, 4}, {3, 1}).accepted());
  CHECK(judged({2, 1}, {1, 0, -1}).accepted());
  CHECK(judged({}, {-1, -1}).accepted());
  CHECK(judged({1, 5, 3, 4}, {1, 3}).rows == 1);
}

TEST_CASE("each kind names row, slot, position and value, and counts") {
  using enum ViolationKind;
  const std::vector<float> scores = {0.5f, 2, 3, 4, 5};
  CHECK(first(judged(scores, {4, 5}), out_of_range) ==
        "row 3, slot 1: out-of-range: index 5 is neither a valid position nor -1");
  CHECK(first(judged(scores, {4, 4}), duplicate) ==
        "row 3, slot 1: duplicate: position 4 (0x1.4p+2) is already in slot 0");
  CHECK(first(judged(scores, {4, -1}), sentinel_for_index) ==
        "row 3, slot 1: sentinel-for-index: -1 where an index is due");
  CHECK(first(judged({1, 2}, {-1, 0, 1}), sentinel_not_last) ==
        "row 3, slot 0: sentinel-not-last: -1 before an index");
  CHECK(first(judged({1, 2}, {1, -1, -1}), omitted) ==
        "row 3: omitted: position 0 (0x1p+0) is not selected, although all must be");
  const Verdict worse = judged(scores, {4, 0});
  CHECK(first(worse, omitted) ==
        "row 3: omitted: position 1 (0x1p+1) is not selected, although it beats the selected "
        "position 0 (0x1p-1)");
  CHECK(worse[omitted]->count == 3);
  CHECK(first(worse, not_among_best) ==
        "row 3, slot 1: not-among-best: position 0 (0x1p-1) is selected, although the unselected "
        "position 3 (0x1p+2) beats it");
  CHECK(worse[not_among_best]->count == 1);
  CHECK(to_string(worse).find("(first of 3)") != std::string::npos);
}

TEST_CASE("a verdict in words: a line a kind, the first violation and how many") {
  CHECK(
      to_string(judged({9, 8, 7, 6}, {0, 0, 99, 98})) ==
      "rejected: 1 of 1 rows\n"
      "  row 3, slot 2: out-of-range: index 99 is neither a valid position nor -1 (first of 2)\n"
      "  row 3, slot 1: duplicate: position 0 (0x1.2p+3) is already in slot 0\n"
      "  row 3: omitted: position 1 (0x1p+3) is not selected, although all must be (first of 3)\n");
  CHECK(to_string(KindSet{ViolationKind::duplicate, ViolationKind::omitted}) ==
        "duplicate, omitted");
  CHECK(to_string(KindSet{}).empty());
}

TEST_CASE("a violation without its parts still has words") {
  Violation violation;
  CHECK(to_string(violation) == "row 0: out-of-range: index ? is neither a valid position nor -1");
  violation.kind = ViolationKind::duplicate;
  CHECK(to_string(violation) == "row 0: duplicate: none is already in slot -1");
  violation.position = 3;
  CHECK(to_string(violation) == "row 0: duplicate: position 3 is already in slot -1");
}

TEST_CASE("all violations of a kind are counted, the first is kept") {
  const Verdict verdict = judged({9, 8, 7, 6, 5, 4}, {5, 5, 99, -1, -7});
  CHECK(verdict.kinds() == KindSet{ViolationKind::out_of_range, ViolationKind::duplicate,
                                   ViolationKind::sentinel_for_index, ViolationKind::omitted,
                                   ViolationKind::not_among_best});
  CHECK(verdict[ViolationKind::out_of_range]->count == 2);
  CHECK(verdict[ViolationKind::out_of_range]->first.slot == 2);
  CHECK(verdict[ViolationKind::omitted]->count == 5);
  CHECK(verdict[ViolationKind::not_among_best]->count == 2);
}

TEST_CASE("sentinels may only fill what indices leave") {
  using enum ViolationKind;
  CHECK(judged({1, 2}, {-1, 1, -1, 0, -1})[sentinel_not_last]->count == 2);
  CHECK(judged({1, 2}, {0, -1, -1, -1}).kinds() == KindSet{sentinel_for_index, omitted});
  CHECK(judged({1, 2}, {0, 1, 1, -1}).kinds() == KindSet{duplicate});
  CHECK(judged({1, 2}, {0, 1, 0x7f7f7f7f, -1}).kinds() == KindSet{out_of_range});
}

TEST_CASE("what is missed is named in whichever block it lies") {
  constexpr std::int32_t length = 20000;
  const auto scores = rising(length);
  for (const std::int32_t missed : {19999, 19000, 16384, 16383}) {
    Indices answer;
    for (std::int32_t i = length - 4000; i < length; ++i) answer.push_back(i == missed ? 0 : i);
    const Verdict verdict = judged(scores, answer);
    CAPTURE(missed);
    // Position 0 is worse than all, so everything unselected above it counts as omitted.
    CHECK(verdict[ViolationKind::omitted]->first.position == 1);
    CHECK(verdict[ViolationKind::omitted]->count == length - 4000);
    CHECK(verdict[ViolationKind::not_among_best]->first.other == missed);
  }
  Indices answer;
  for (std::int32_t i = length - 4001; i < length; ++i) {
    if (i != 17000) answer.push_back(i);
  }
  const Verdict verdict = judged(scores, answer);
  CHECK(verdict[ViolationKind::omitted]->first.position == 17000);
  CHECK(verdict[ViolationKind::omitted]->count == 1);
  CHECK(verdict[ViolationKind::not_among_best]->first.position == length - 4001);
}

TEST_CASE("numeric order: signs, zeros, subnormals, infinities") {
  const float inf = std::numeric_limits<float>::infinity();
  const float tiny = 0x1p-149f;
  CHECK(judged({-1, -2, -3}, {0}).accepted());
  CHECK_FALSE(judged({-1, -2, -3}, {2}).accepted());
  CHECK(judged({0.0f, -0.0f}, {1}).accepted());
  CHECK(judged({-0.0f, 0.0f, -tiny}, {0}).accepted());
  CHECK_FALSE(judged({-0.0f, tiny}, {0}).accepted());
  CHECK_FALSE(judged({-0.0f, -tiny}, {1}).accepted());
  CHECK_FALSE(judged({-1, tiny}, {0}).accepted());
  CHECK_FALSE(judged({inf, 3.4e38f}, {1}).accepted());
  CHECK_FALSE(judged({-inf, -3.4e38f}, {0}).accepted());
  CHECK(judged({-inf, -inf, -inf}, {2, 0}).accepted());
}

TEST_CASE("a verdict on rows adds up and keeps the first row") {
  const std::vector<float> scores = {1, 2, 3, 0, 4, 5, 6, 0};
  const std::vector<std::int32_t> lengths = {3, 3};
  const ScoreMatrix matrix{scores.data(), lengths, 4, 4};
  CHECK(judge(matrix, 1, Indices{2, 2}, 1).accepted());
  CHECK(judge(matrix, 1, Indices{2, 99, 2, 99}, 2).accepted());
  const Verdict verdict = judge(matrix, 1, Indices{3, 3}, 1);
  CHECK(verdict.rows == 2);
  CHECK(verdict.rejected_rows == 2);
  CHECK(verdict[ViolationKind::out_of_range]->first.row == 0);
  CHECK(verdict[ViolationKind::out_of_range]->count == 2);
  CHECK(to_string(judge(matrix, 1, Indices{2, 2}, 1)) == "accepted: 2 rows\n");
}

TEST_CASE("short rows: the first position missing is named, all are counted") {
  using enum ViolationKind;
  const Verdict one = judged({1, 2, 3}, {0, 2, -1, -1});
  CHECK(one[omitted]->first.position == 1);
  CHECK(one[omitted]->count == 1);
  CHECK(one[sentinel_for_index]->count == 1);
  const Verdict two = judged({1, 2, 3}, {2, -1, -1, -1});
  CHECK(two[omitted]->first.position == 0);
  CHECK(two[omitted]->count == 2);
  CHECK(two[sentinel_for_index]->count == 2);
}

TEST_CASE("of the scores left out the best, the first of them, is what others are beaten by") {
  using enum ViolationKind;
  const Verdict verdict = judged({1, 9, 9, 5, 8}, {0, 3});
  CHECK(verdict[omitted]->count == 3);
  CHECK(verdict[not_among_best]->first.other == 1);
  CHECK(verdict[not_among_best]->count == 2);
  // A selected score that only ties with the best left out is among the best.
  const Verdict tied = judged({5, 5, 1}, {0, 2});
  CHECK(tied[omitted]->count == 1);
  CHECK(tied[not_among_best]->count == 1);
  CHECK(tied[not_among_best]->first.slot == 1);
}

TEST_CASE("a better score is seen in every block, and at every end of one") {
  for (const std::int32_t length : {16383, 16384, 16385, 32768, 32769, 40000}) {
    for (const std::int32_t best : {0, 16382, 16383, 16384, 32767, 32768, 39999}) {
      if (best >= length) continue;
      CAPTURE(length, best);
      std::vector<float> scores(static_cast<std::size_t>(length), 0.0f);
      scores[10] = 1.0f;
      scores[static_cast<std::size_t>(best)] = 5.0f;
      CHECK(judged(scores, {best}).accepted());
      const Verdict verdict = judged(scores, {10});
      CHECK(verdict[ViolationKind::omitted].has_value());
      if (!verdict.accepted()) CHECK(verdict[ViolationKind::omitted]->first.position == best);
    }
  }
}

TEST_CASE("as many indices are needed as the rows take") {
  const std::vector<float> scores = {1, 2, 3};
  const std::vector<std::int32_t> lengths = {3};
  CHECK(refusal({scores.data(), lengths, 3, 3}, 2, {2}, 2) == "1 indices, but 1 rows need 2");
  CHECK(refusal({scores.data(), lengths, 3, 3}, 2, {2, 1}, 2) == "judged");
  CHECK(refusal({scores.data(), {}, 3, 3}, 2, {}, 2) == "judged");
}

TEST_CASE("a NaN is refused whether it is selected or not, whatever its bits") {
  for (const std::uint32_t bits :
       {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffc00000u, 0xffffffffu}) {
    for (const float scale : {1.0f, -1.0f}) {
      for (std::size_t at = 0; at < 4; ++at) {
        CAPTURE(bits, scale, at);
        std::vector<float> scores = {4 * scale, 3 * scale, 2 * scale, scale};
        const Indices best = scale > 0 ? Indices{0, 1} : Indices{3, 2};
        CHECK(judged(scores, best).accepted());
        scores[at] = std::bit_cast<float>(bits);
        for (const Indices& answer :
             {best, Indices{1, 2}, Indices{0, 3}, Indices{-1, -1}, Indices{2, -1}}) {
          CHECK_THROWS_AS(judged(scores, answer), ContractError);
        }
        std::vector<float> longer(100, 2.0f * scale);
        longer[40 + 10 * at] = std::bit_cast<float>(bits);
        longer[7] = scale > 0 ? 4.0f : -1.0f;
        CHECK_THROWS_AS(judged(longer, {7}), ContractError);
        CHECK_THROWS_AS(judged(longer, {8}), ContractError);
      }
    }
  }
}

TEST_CASE("an oracle reused from row to row forgets the row before") {
  Oracle oracle(2);
  const auto verdict = [&](const std::vector<float>& scores, const Indices& indices) {
    return oracle.judge_row(scores, 0, indices);
  };
  CHECK(verdict({}, {-1, -1}).accepted());
  CHECK(verdict({1, 2, 3}, {2, 1}).accepted());
  CHECK_FALSE(verdict({1, 2, 3}, {0, 1}).accepted());
  CHECK(verdict({1, 2, 3}, {2, 1}).accepted());
  CHECK(verdict({1}, {0, -1}).accepted());
  CHECK(verdict({1, 2}, {0, 1}).accepted());
  CHECK(verdict(std::vector<float>(40000, 1.0f), {39999, 3}).accepted());
  CHECK(verdict({1, 2, 3}, {2, 1}).accepted());
}

TEST_CASE("input outside the contract is refused, not judged") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> scores = {1, 2, 3, 4, nan, 6};
  const std::vector<std::int32_t> good = {2, 1};
  const ScoreMatrix matrix{scores.data(), good, 3, 3};
  const Indices answer = {1, 0};
  CHECK(refusal(matrix, 1, answer, 1) == "judged");
  const std::vector<std::int32_t> with_nan = {2, 2};
  CHECK(refusal({scores.data(), with_nan, 3, 3}, 1, answer, 1) ==
        "row 1: NaN at position 1 (0x7fc00000)");
  const std::vector<std::int32_t> negative = {2, -5};
  CHECK(refusal({scores.data(), negative, 3, 3}, 1, answer, 1) ==
        "row 1: valid length -5 is outside [0, 3]");
  const std::vector<std::int32_t> too_long = {4, 1};
  CHECK(refusal({scores.data(), too_long, 3, 3}, 1, answer, 1) ==
        "row 0: valid length 4 is outside [0, 3]");
  CHECK(refusal(matrix, 0, answer, 1) == "K must be at least 1, got 0");
  CHECK(refusal(matrix, 2, answer, 1) == "index pitch 1 is less than K = 2");
  CHECK(refusal(matrix, 2, answer, 2) == "2 indices, but 2 rows need 4");
  CHECK_THROWS_AS(Oracle(0), ContractError);
  CHECK_THROWS_AS(Oracle(2).judge_row(scores, 0, answer), ContractError);
  CHECK_THROWS_AS(Oracle(3).judge_row({}, 0, answer), ContractError);
}

TEST_CASE("legal variation is told apart: the same, another order, another tie choice") {
  const Indices a = {4, 2, -1};
  CHECK(variation_between(a, a) == Variation::none);
  CHECK(variation_between(a, Indices(a)) == Variation::none);
  CHECK(variation_between(Indices(a), a) == Variation::none);
  CHECK(variation_between(a, Indices{2, 4, -1}) == Variation::order);
  CHECK(variation_between(a, Indices{2, 7, -1}) == Variation::tie_choice);
  CHECK(variation_name(Variation::none) == "none");
  CHECK(variation_name(Variation::order) == "order");
  CHECK(variation_name(Variation::tie_choice) == "tie-choice");
}
