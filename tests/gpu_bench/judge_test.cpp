// The bench's own verifier: accepts every right answer, and rejects each kind of wrong one.
#include "bench_rows.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <numeric>

using namespace tailproof::gpu_bench;

namespace {

constexpr std::int32_t rank = 16;

// The right answer by sorting, ties by position.
void answer(MadeRows& made) {
  const Layout& layout = made.layout;
  for (std::size_t row = 0; row < layout.lengths.size(); ++row) {
    const float* const scores = made.row(static_cast<std::int64_t>(row));
    std::vector<std::int32_t> order(static_cast<std::size_t>(layout.lengths[row]));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return tailproof::reference::key32(scores[a]) < tailproof::reference::key32(scores[b]);
    });
    order.resize(static_cast<std::size_t>(rank), -1);
    std::copy(order.begin(), order.end(), made.indices + static_cast<std::int64_t>(row) * rank);
  }
}

bool says(const std::string& verdict, const std::string& what) {
  return verdict.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("right answers of every family are accepted") {
  for (const FamilyChoice& family : all_families({})) {
    INFO(family.name);
    MadeRows made(family.name, plain_layout(6, 300, rank));
    answer(made);
    CHECK(made.rows.judge(made.stream, 1).empty());
  }
}

TEST_CASE("rows no longer than K are answered whole, with -1 behind") {
  MadeRows made("normal", plain_layout(24, 20, rank));
  answer(made);
  CHECK(made.rows.judge(made.stream, 1).empty());
  std::swap(made.indices[0], made.indices[1]);  // length 1: its index, then -1
  CHECK(says(made.rows.judge(made.stream, 1), "-1 in the wrong place"));
}

TEST_CASE("any order and any choice among ties is right") {
  MadeRows made("all-equal", plain_layout(2, 300, rank));
  answer(made);
  for (int slot = 0; slot < rank; ++slot) made.indices[slot] = 298 - 3 * slot;
  CHECK(made.rows.judge(made.stream, 1).empty());
  MadeRows zeros("signed-zeros", plain_layout(1, 300, rank));
  answer(zeros);
  std::reverse(zeros.indices, zeros.indices + rank);
  CHECK(zeros.rows.judge(zeros.stream, 1).empty());
}

TEST_CASE("an answer that was not written is wrong") {
  MadeRows made("normal", plain_layout(3, 300, rank));
  CHECK(says(made.rows.judge(made.stream, 1), "3 rows, first 0"));
}

TEST_CASE("each kind of wrong answer is rejected and named") {
  MadeRows made("normal", plain_layout(4, 300, rank));
  std::int32_t* const row = made.indices + 2 * rank;
  const float* const scores = made.row(2);
  const auto check = [&](const std::string& kind) {
    const std::string verdict = made.rows.judge(made.stream, 1);
    INFO(verdict);
    CHECK(says(verdict, "1 rows, first 2"));
    CHECK(says(verdict, kind));
  };
  answer(made);
  row[rank - 1] = made.layout.lengths[2];
  check("out of range");
  answer(made);
  row[3] = -2;
  check("out of range");
  answer(made);
  row[5] = row[9];
  check("index twice");
  answer(made);
  row[rank - 1] = -1;
  check("-1 in the wrong place");
  answer(made);
  const auto worst = std::min_element(scores, scores + made.layout.lengths[2]) - scores;
  row[0] = static_cast<std::int32_t>(worst);
  check("not among the best");
}

TEST_CASE("a better score left out for one tied at the cut is found") {
  MadeRows made("ten-values", plain_layout(1, 100, rank));
  answer(made);
  const float cut = made.row(0)[made.indices[rank - 1]];
  REQUIRE(made.row(0)[made.indices[0]] > cut);
  std::int32_t spare = -1;
  for (std::int32_t i = 0; i < 100; ++i) {
    const bool chosen = std::find(made.indices, made.indices + rank, i) != made.indices + rank;
    if (made.row(0)[i] == cut && !chosen) spare = i;
  }
  REQUIRE(spare >= 0);
  made.indices[0] = spare;
  CHECK(says(made.rows.judge(made.stream, 1), "one of the best is missing"));
}

TEST_CASE("duplicates are found in every window of the bitmap") {
  MadeRows made("ascending", plain_layout(1, judge_words * 32 + 100, rank));
  answer(made);
  CHECK(made.rows.judge(made.stream, 1).empty());
  made.indices[1] = made.indices[0];
  CHECK(says(made.rows.judge(made.stream, 1), "index twice"));
}

TEST_CASE("writing beside the answers is found") {
  for (const bool before : {true, false}) {
    MadeRows made("normal", plain_layout(2, 300, rank));
    answer(made);
    CHECK(made.rows.judge(made.stream, 1).empty());
    (before ? made.indices[-1] : made.indices[2 * rank]) = 0;
    CHECK(says(made.rows.judge(made.stream, 1), "outside of its answers"));
  }
}
