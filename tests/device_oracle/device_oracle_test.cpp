// The oracle's device side against the host's: the same verdict on every row, kind, place and
// count.
#include "tailproof/device_oracle.hpp"
#include "device_judge.hpp"
#include "oracle_checks.hpp"
#include "random_answers.hpp"
#include "tailproof/reference/oracle_trial.hpp"
#include "tailproof_catch.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tailproof::test {
namespace {

TEST_CASE("The device oracle passes the oracle's own trial") {
  CHECK(check_trial() == "");
}
TEST_CASE("The device oracle names the kinds, places and counts that the host's names") {
  CHECK(check_catalogue() == "");
}
TEST_CASE("Random answers get the same verdicts on the device, at every alignment") {
  CHECK(check_random() == "");
}
TEST_CASE("Rows of several tiles get the same verdicts on the device") {
  CHECK(check_tiles() == "");
}
TEST_CASE("Many rows, each judged by one CTA at once, get the same verdicts on the device") {
  CHECK(check_many_rows() == "");
}
TEST_CASE("Rows too wide for a bitmap in shared memory get the same verdicts on the device") {
  CHECK(check_wide() == "");
}
TEST_CASE("Rows beyond the live ones are neither judged nor counted") {
  CHECK(check_live_rows() == "");
}
TEST_CASE("A captured judgement is replayed with other answers, scores and lengths") {
  CHECK(check_replays() == "");
}
TEST_CASE("Judgements on two streams do not disturb each other") {
  CHECK(check_streams() == "");
}

TEST_CASE("Calls that no verdict can come of are refused with the reason") {
  const RandomAnswers made = random_answers(31, 2, 16, 4);
  DeviceQuestion question(made.matrix(), made.rank, made.indices, made.indices_pitch);
  const auto problem = [&](auto change) {
    const tailproof_oracle_call kept = question.call();
    change(question.call());
    std::string text = question.judge();
    question.call() = kept;
    return text;
  };
  CHECK(problem([](auto& call) { call.shape.rank = 0; }) ==
        "invalid argument: K must be at least 1, got 0");
  CHECK(problem([](auto& call) { call.shape.pitch = 15; }) ==
        "invalid argument: row pitch 15 is less than the width 16");
  CHECK(problem([](auto& call) { call.indices_pitch = 3; }) ==
        "invalid argument: index pitch 3 is less than K = 4");
  CHECK(problem([](auto& call) { call.summary = nullptr; }) == "invalid argument: summary is null");
  CHECK(problem([](auto& call) { call.verdicts = nullptr; }) ==
        "invalid argument: scores, lengths, indices or verdicts is null");
  CHECK(problem([](auto& call) {
          call.shape.width = call.shape.pitch = 1 << 20;
          call.workspace_size = 63;
        }) == "workspace too small: workspace has 63 bytes, needs 64");
  CHECK(problem([](auto& call) { call.shape.width = call.shape.pitch = std::int64_t{1} << 31; }) ==
        "unsupported shape: rows wider, or K greater, than 2^30");
  CHECK(tailproof_oracle_judge(nullptr) == TAILPROOF_INVALID_ARGUMENT);
}

TEST_CASE("The C++ interface owns its buffers, and its verdicts are those of the C interface") {
  const RandomAnswers made = random_answers(51, 20, 60, 7);
  DeviceQuestion question(made.matrix(), made.rank, made.indices, made.indices_pitch);
  const tailproof_oracle_call& call = question.call();
  gpu::DeviceOracle oracle(call.shape);
  const gpu::DeviceAnswer answer{call.scores, call.lengths, call.indices, call.indices_pitch};
  simt::Stream stream;
  const tailproof_oracle_summary summary = oracle.judge(answer, stream.handle());
  const auto expected =
      expected_verdicts(made.matrix(), made.rank, made.indices, made.indices_pitch);
  CHECK(difference(expected, oracle.verdicts(), summary) == "");
  CHECK(gpu::bad_rows(summary) > 0);
  CHECK(gpu::bad_rows(summary) + static_cast<std::int64_t>(summary.accepted) ==
        made.matrix().rows());
  CHECK_THROWS_WITH(gpu::DeviceOracle({1, 16, 15, 4, 0}),
                    "invalid argument: row pitch 15 is less than the width 16");
  CHECK_THROWS_WITH(oracle.judge({call.scores, call.lengths, call.indices, made.rank - 1}),
                    "invalid argument: index pitch 6 is less than K = 7");
}

TEST_CASE("A verdict in words names kinds, places and counts") {
  tailproof_row_verdict verdict{TAILPROOF_ROW_ACCEPTED, 0, {-1, -1, -1, -1, -1, -1}, {}, -1, 0};
  CHECK(gpu::to_string(verdict) == "accepted");
  verdict.outcome = TAILPROOF_ROW_REFUSED;
  CHECK(gpu::to_string(verdict) == "refused: length outside [0, N]");
  verdict.position = 7;
  CHECK(gpu::to_string(verdict) == "refused: NaN at position 7");
  verdict.outcome = TAILPROOF_ROW_DEAD;
  CHECK(gpu::to_string(verdict) == "not live");
  verdict.outcome = TAILPROOF_ROW_REJECTED;
  verdict.kinds = 1u << TAILPROOF_KIND_DUPLICATE | 1u << TAILPROOF_KIND_OMITTED;
  verdict.first[TAILPROOF_KIND_DUPLICATE] = 3;
  verdict.count[TAILPROOF_KIND_DUPLICATE] = 1;
  verdict.first[TAILPROOF_KIND_OMITTED] = 12;
  verdict.count[TAILPROOF_KIND_OMITTED] = 2;
  CHECK(gpu::to_string(verdict) ==
        "rejected: duplicate x 1 (first at slot 3), omitted x 2 (first at position 12)");
}

TEST_CASE("A device oracle deaf to one kind does not pass the trial") {
  for (std::size_t deaf = 0; deaf < std::size_t{TAILPROOF_KINDS}; ++deaf) {
    const auto report = reference::run_oracle_trial(
        [deaf](const reference::ScoreMatrix& matrix, std::int32_t rank,
               std::span<const std::int32_t> indices, std::int64_t pitch) {
          reference::Verdict verdict = judge_on_device(matrix, rank, indices, pitch);
          verdict.findings[deaf].reset();
          return verdict;
        });
    INFO("kind " << deaf);
    CHECK_FALSE(report.passed());
  }
}

}  // namespace
}  // namespace tailproof::test
