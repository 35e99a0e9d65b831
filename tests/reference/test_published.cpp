// Where each published checker's re-expressed rule turns from accepting to rejecting.
#include "tailproof/reference/published_checkers.hpp"
#include "tailproof_catch.hpp"

#include <cstdint>
#include <limits>
#include <vector>

using namespace tailproof::reference;

namespace {

using Indices = std::vector<std::int32_t>;
using Scores = std::vector<float>;
constexpr float infinity = std::numeric_limits<float>::infinity();

Opinion opinion(PublishedChecker checker, const Scores& scores, const Indices& answer) {
  const std::vector<std::int32_t> lengths = {static_cast<std::int32_t>(scores.size())};
  const auto width = static_cast<std::int64_t>(scores.size());
  const auto rank = static_cast<std::int32_t>(answer.size());
  return published_opinion(checker, {scores.data(), lengths, width, width}, rank, answer, rank);
}

bool accepts(PublishedChecker checker, const Scores& scores, const Indices& answer) {
  return opinion(checker, scores, answer) == Opinion::accepts;
}

// Score -i at position i: the best K are 0 to K - 1.
Scores falling(std::size_t length) {
  Scores scores(length);
  for (std::size_t i = 0; i < length; ++i) scores[i] = -static_cast<float>(i);
  return scores;
}

// The best K of falling(), the last few replaced by worse ones.
Indices with_worse(std::int32_t rank, std::int32_t worse) {
  Indices answer;
  for (std::int32_t i = 0; i < rank; ++i) answer.push_back(i < rank - worse ? i : rank + i);
  return answer;
}

}  // namespace

TEST_CASE("SGLang's tests pass five invented indices, not six, over all rows") {
  using enum PublishedChecker;
  for (const PublishedChecker checker : {sglang_aot, sglang_v2}) {
    CHECK(accepts(checker, falling(100), with_worse(20, 0)));
    CHECK(accepts(checker, falling(100), with_worse(20, 5)));
    CHECK_FALSE(accepts(checker, falling(100), with_worse(20, 6)));
    // Any number of other tied ones is no invention.
    Scores flat(100, 1.0f);
    CHECK(accepts(checker, flat, with_worse(20, 20)));
    Scores two_rows = falling(100);
    two_rows.insert(two_rows.end(), two_rows.begin(), two_rows.end());
    const std::vector<std::int32_t> lengths = {100, 100};
    for (const std::int32_t worse : {2, 3}) {
      Indices answers = with_worse(20, 3);
      const Indices second = with_worse(20, worse);
      answers.insert(answers.end(), second.begin(), second.end());
      const Opinion both =
          published_opinion(checker, {two_rows.data(), lengths, 100, 100}, 20, answers, 20);
      CHECK(both == (worse == 2 ? Opinion::accepts : Opinion::rejects));
    }
  }
}

TEST_CASE("other tied indices count nowhere, over any number of rows") {
  using enum PublishedChecker;
  const std::vector<std::int32_t> lengths(6, 4);
  const Scores flat(24, 1.0f);
  const Indices answers = {3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2};
  for (const PublishedChecker checker : {sglang_aot, sglang_v2}) {
    CHECK(published_opinion(checker, {flat.data(), lengths, 4, 4}, 2, answers, 2) ==
          Opinion::accepts);
  }
}

TEST_CASE("SGLang's tests index as Python does") {
  using enum PublishedChecker;
  for (const PublishedChecker checker : {sglang_aot, sglang_v2}) {
    for (const std::int32_t passes : {-10, -2, 9}) {
      CHECK(accepts(checker, falling(10), {0, 1, passes}));
    }
    for (const std::int32_t raises : {-11, 10, 1000}) {
      CHECK_FALSE(accepts(checker, falling(10), {0, 1, raises}));
    }
  }
}

TEST_CASE("SGLang's tests on short rows: sentinels are due, up to five slots may be anything") {
  using enum PublishedChecker;
  const Scores three = falling(3);
  const auto short_row = [&](PublishedChecker checker, const Indices& answer) {
    const std::vector<std::int32_t> lengths = {3};
    Scores padded = three;
    padded.resize(40);
    const auto rank = static_cast<std::int32_t>(answer.size());
    return published_opinion(checker, {padded.data(), lengths, 40, 40}, rank, answer, rank) ==
           Opinion::accepts;
  };
  Indices answer(12, -1);
  for (std::int32_t i = 0; i < 3; ++i) answer[static_cast<std::size_t>(i)] = i;
  CHECK(short_row(sglang_aot, answer));
  CHECK(short_row(sglang_v2, answer));
  for (std::int32_t i = 3; i < 8; ++i) answer[static_cast<std::size_t>(i)] = i;
  CHECK(short_row(sglang_aot, answer));
  CHECK_FALSE(short_row(sglang_v2, answer));
  answer[8] = 8;
  CHECK_FALSE(short_row(sglang_aot, answer));
  // Five invented beside a sentinel that is expected, and one more where none is.
  CHECK(accepts(sglang_aot, falling(30), {0, 1, 20, 21, 22, 23, -1}));
  CHECK_FALSE(accepts(sglang_aot, falling(30), {0, 20, 21, 22, 23, 24, -1}));
}

TEST_CASE("FlashInfer's test passes 97 percent overlap, and no index outside the row") {
  using enum PublishedChecker;
  CHECK(accepts(flashinfer, falling(300), with_worse(100, 0)));
  CHECK(accepts(flashinfer, falling(300), with_worse(100, 3)));
  CHECK_FALSE(accepts(flashinfer, falling(300), with_worse(100, 4)));
  CHECK_FALSE(accepts(flashinfer, falling(30), with_worse(10, 1)));
  Indices answer = with_worse(100, 0);
  for (const std::int32_t outside : {-1, 300}) {
    answer.back() = outside;
    CHECK_FALSE(accepts(flashinfer, falling(300), answer));
  }
}

TEST_CASE("flashinfer-bench passes scores within a hundredth, absolute or relative") {
  using enum PublishedChecker;
  CHECK(accepts(flashinfer_bench, {1.0f, 0.995f}, {1}));
  CHECK_FALSE(accepts(flashinfer_bench, {1.0f, 0.985f}, {1}));
  CHECK(accepts(flashinfer_bench, {1000.0f, 995.0f}, {1}));
  CHECK_FALSE(accepts(flashinfer_bench, {1000.0f, 985.0f}, {1}));
  CHECK(accepts(flashinfer_bench, {100.0f, 99.0f}, {1}));
  CHECK(accepts(flashinfer_bench, {0.005f, -0.004f}, {1}));
  CHECK_FALSE(accepts(flashinfer_bench, {infinity, 3e38f}, {1}));
  CHECK_FALSE(accepts(flashinfer_bench, {0.0f, -infinity}, {1}));
  CHECK(accepts(flashinfer_bench, {infinity, infinity, 1.0f}, {1}));
  CHECK(accepts(flashinfer_bench, {-infinity, -infinity}, {1}));
  CHECK_FALSE(accepts(flashinfer_bench, {2.0f, 2.0f, 2.0f}, {0, 0}));
  CHECK_FALSE(accepts(flashinfer_bench, {2.0f, 2.0f, 2.0f}, {0, 3}));
  CHECK_FALSE(accepts(flashinfer_bench, {2.0f, -infinity, 1.0f}, {0, 1, -1}));
  CHECK(accepts(flashinfer_bench, {2.0f, 1.0f, -infinity}, {0, 1, -5}));
}

TEST_CASE("RAFT's test compares scores rank by rank and forgives infinities") {
  using enum PublishedChecker;
  CHECK(accepts(raft, {3, 2, 1}, {1, 0}));
  CHECK_FALSE(accepts(raft, {3, 2, 1}, {0, 2}));
  CHECK(accepts(raft, {infinity, 2, 1}, {2}));
  CHECK_FALSE(accepts(raft, {3, -infinity}, {1}));
  CHECK(accepts(raft, {3, 3, 3}, {0, 0}));
}

TEST_CASE("vLLM's test passes a difference of 1e-5 between the sets' scores") {
  using enum PublishedChecker;
  CHECK(accepts(vllm, {1.0f, 0.99999f, 0.0f}, {1}));
  CHECK_FALSE(accepts(vllm, {1.0f, 0.9999f, 0.0f}, {1}));
  CHECK(accepts(vllm, {1000.0f, 999.995f, 0.0f}, {1}));
  CHECK_FALSE(accepts(vllm, {1000.0f, 999.9f, 0.0f}, {1}));
  CHECK_FALSE(accepts(vllm, {1.0f, 1.0f}, {2}));
  CHECK_FALSE(accepts(vllm, {1.0f, 1.0f}, {-1}));
  CHECK_FALSE(accepts(vllm, {2.0f, 2.0f, 1.0f}, {0, 0}));
  CHECK_FALSE(accepts(vllm, {0.0f, -infinity}, {1}));
  CHECK_FALSE(accepts(vllm, {-infinity, -infinity}, {5}));
  CHECK_FALSE(accepts(vllm, {-infinity, -infinity}, {-1}));
}

TEST_CASE("CUB's test wants distinct indices in range with exactly the right scores") {
  using enum PublishedChecker;
  CHECK(accepts(cub_pairs, {3, 2, 2, 1}, {2, 0}));
  CHECK_FALSE(accepts(cub_pairs, {3, 2, 2, 1}, {3, 0}));
  CHECK_FALSE(accepts(cub_pairs, {3, 3, 3, 1}, {1, 1}));
  CHECK_FALSE(accepts(cub_pairs, {3, 3, 3, 1}, {1, 4}));
  CHECK_FALSE(accepts(cub_pairs, {3, 3, 3, 1}, {1, -1}));
}

TEST_CASE("rows with L < K are outside what three of the checkers judge") {
  for (int p = 0; p < published_checker_count; ++p) {
    const auto checker = static_cast<PublishedChecker>(p);
    const bool outside = checker == PublishedChecker::flashinfer ||
                         checker == PublishedChecker::raft ||
                         checker == PublishedChecker::cub_pairs;
    CAPTURE(published_name(checker));
    CHECK(opinion(checker, {2, 1}, {0, 1, -1}) ==
          (outside ? Opinion::not_applicable : Opinion::accepts));
    CHECK(opinion(checker, {2, 1}, {0, 1}) == Opinion::accepts);
    CHECK_FALSE(published_name(checker).empty());
  }
}
