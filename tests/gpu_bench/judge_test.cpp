// What the bench asks of an answer before it is timed. The oracle that judges has tests of its own.
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

TEST_CASE("an answer that was not written is wrong") {
  MadeRows made("normal", plain_layout(3, 300, rank));
  CHECK(says(made.rows.judge(made.stream, 1), "3 rows, first 0"));
}

TEST_CASE("one wrong slot of one row is found, and the row named") {
  MadeRows made("normal", plain_layout(4, 300, rank));
  answer(made);
  const float* const scores = made.row(2);
  const auto worst = std::min_element(scores, scores + made.layout.lengths[2]) - scores;
  made.indices[2 * rank] = static_cast<std::int32_t>(worst);
  const std::string verdict = made.rows.judge(made.stream, 1);
  INFO(verdict);
  CHECK(says(verdict, "1 rows, first 2: rejected: "));
  CHECK(says(verdict, "not-among-best"));
}

TEST_CASE("calls of several shapes are judged with their own rows and lengths") {
  Shape trace;
  trace.group = "trace";
  trace.rank = rank;
  trace.context = 90;
  MadeRows made("normal", lay_out(trace, 0, {0, 1, 32, 1000}));
  REQUIRE(made.layout.judged.size() == 8);
  for (const Launch& launch : made.layout.launches) {
    for (std::int64_t row = 0; row < launch.rows; ++row) {
      const float* const scores = made.scores + launch.offset + row * launch.pitch;
      const std::int64_t number = launch.first_row + row;
      const std::int32_t length = made.layout.lengths[static_cast<std::size_t>(number)];
      std::vector<std::int32_t> order(static_cast<std::size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(),
                [&](std::int32_t a, std::int32_t b) { return scores[a] > scores[b]; });
      order.resize(static_cast<std::size_t>(rank), -1);
      std::copy(order.begin(), order.end(), made.indices + number * rank);
    }
  }
  CHECK(made.rows.judge(made.stream, 1).empty());
  made.indices[89 * rank] = made.indices[89 * rank + 1];
  CHECK(says(made.rows.judge(made.stream, 1), "duplicate"));
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
