#include "oracle_checks.hpp"

#include "device_judge.hpp"
#include "random_answers.hpp"
#include "tailproof/reference/oracle_trial.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tailproof::test {
namespace {

std::vector<tailproof_row_verdict> expected_of(const RandomAnswers& made) {
  return expected_verdicts(made.matrix(), made.rank, made.indices, made.indices_pitch);
}

std::string compare(const RandomAnswers& made, int offset) {
  DeviceQuestion question(made.matrix(), made.rank, made.indices, made.indices_pitch, offset);
  if (std::string problem = question.judge(); !problem.empty()) return problem;
  if (std::string problem = question.fetch(); !problem.empty()) return problem;
  return difference(expected_of(made), question.verdicts(), question.summary());
}

// The same shape for every seed, so that one question can hold them all in turn.
RandomAnswers same_shape(std::uint64_t seed) {
  RandomAnswers made = random_answers(seed, 8, 200, 16);
  while (made.pitch != 201 || made.indices_pitch != 17) {
    made = random_answers(seed += 1000, 8, 200, 16);
  }
  return made;
}

DeviceQuestion question_of(const RandomAnswers& made, simt::Stream& stream) {
  return {made.matrix(), made.rank,      made.indices, made.indices_pitch, 0,
          std::nullopt,  stream.handle()};
}

}  // namespace

std::string check_trial() {
  const reference::TrialReport report = reference::run_oracle_trial(judge_on_device);
  for (const reference::TrialLine& line : report.lines) {
    if (!line.as_expected()) return line.name + " on " + line.rows + ": " + line.account;
  }
  return report.lines.size() < 117 ? "the catalogue is too short" : "";
}

std::string check_catalogue() {
  for (const reference::TrialCase& one : reference::trial_catalogue()) {
    if (one.rank < 1 || one.pitch < one.width || one.index_pitch < one.rank) continue;
    DeviceQuestion question(one.matrix(), one.rank, one.indices, one.index_pitch);
    std::string problem = question.judge();
    if (problem.empty()) problem = question.fetch();
    if (problem.empty()) {
      problem = difference(expected_verdicts(one.matrix(), one.rank, one.indices, one.index_pitch),
                           question.verdicts(), question.summary());
    }
    if (!problem.empty()) return one.name + " on " + one.rows + ": " + problem;
  }
  return {};
}

std::string check_random() {
  std::uint64_t seed = 1;
  for (const std::int64_t width : {1, 5, 40, 517, 3000}) {
    for (const std::int32_t rank : {1, 4, 33, 700}) {
      ++seed;
      const std::string problem =
          compare(random_answers(seed, 24, width, rank), static_cast<int>(seed % 4));
      if (!problem.empty()) {
        return "seed " + std::to_string(seed) + ", N = " + std::to_string(width) +
               ", K = " + std::to_string(rank) + ": " + problem;
      }
    }
  }
  return {};
}

std::string check_tiles() {
  for (const std::uint64_t seed : {101u, 102u, 103u}) {
    const std::string problem =
        compare(random_answers(seed, 3, 40000, 300), static_cast<int>(seed % 4));
    if (!problem.empty()) return "seed " + std::to_string(seed) + ": " + problem;
  }
  return {};
}

std::string check_many_rows() {
  for (const std::uint64_t seed : {201u, 202u, 203u, 204u}) {
    const std::string problem =
        compare(random_answers(seed, 256, seed == 201 ? 900 : 70, 20), static_cast<int>(seed % 4));
    if (!problem.empty()) return "seed " + std::to_string(seed) + ": " + problem;
  }
  return {};
}

std::string check_wide() {
  return compare(random_answers(7, 4, 262145 + 40, 20), 1);
}

std::string check_live_rows() {
  const RandomAnswers made = random_answers(11, 6, 64, 8);
  for (const std::int32_t live : {0, 1, 5, 6, 9, -3}) {
    DeviceQuestion question(made.matrix(), made.rank, made.indices, made.indices_pitch, 0, live);
    if (std::string problem = question.judge(); !problem.empty()) return problem;
    if (std::string problem = question.fetch(); !problem.empty()) return problem;
    auto expected = expected_of(made);
    for (std::int32_t row = std::clamp(live, 0, 6); row < 6; ++row) {
      tailproof_row_verdict dead{};
      dead.outcome = TAILPROOF_ROW_DEAD;
      dead.position = -1;
      std::fill(std::begin(dead.first), std::end(dead.first), -1);
      expected[static_cast<std::size_t>(row)] = dead;
    }
    const std::string problem = difference(expected, question.verdicts(), question.summary());
    if (!problem.empty()) return std::to_string(live) + " live: " + problem;
  }
  return {};
}

std::string check_replays() {
  simt::Stream stream;
  DeviceQuestion question = question_of(same_shape(21), stream);
  simt::Graph graph;
  if (const auto status = stream.begin_capture(); !status.ok()) return status.text();
  const std::string refused = question.judge();
  if (const auto status = stream.end_capture(graph); !status.ok()) return status.text();
  if (!refused.empty()) return refused;
  for (std::uint64_t seed = 22; seed < 29; ++seed) {
    RandomAnswers other = same_shape(seed);
    if (seed == 24) std::fill(other.lengths.begin(), other.lengths.end(), 0);
    std::string problem = question.replace_scores(other.scores);
    if (problem.empty()) problem = question.replace_lengths(other.lengths);
    if (problem.empty()) problem = question.replace_indices(other.indices);
    if (problem.empty()) problem = graph.launch(stream.handle()).text();
    if (problem.empty()) problem = stream.synchronize().text();
    if (problem.empty()) problem = question.fetch();
    if (problem.empty()) {
      problem = difference(expected_of(other), question.verdicts(), question.summary());
    }
    if (!problem.empty()) return "replay with seed " + std::to_string(seed) + ": " + problem;
  }
  return {};
}

std::string check_streams() {
  simt::Stream left_stream;
  simt::Stream right_stream;
  const RandomAnswers left = same_shape(41);
  const RandomAnswers right = same_shape(42);
  DeviceQuestion left_question = question_of(left, left_stream);
  DeviceQuestion right_question = question_of(right, right_stream);
  for (int repetition = 0; repetition < 4; ++repetition) {
    if (std::string problem = left_question.judge(); !problem.empty()) return problem;
    if (std::string problem = right_question.judge(); !problem.empty()) return problem;
  }
  for (simt::Stream* const stream : {&right_stream, &left_stream}) {
    if (const auto status = stream->synchronize(); !status.ok()) return status.text();
  }
  std::string problem = left_question.fetch();
  if (problem.empty()) problem = right_question.fetch();
  if (problem.empty()) {
    problem = difference(expected_of(left), left_question.verdicts(), left_question.summary());
  }
  if (problem.empty()) {
    problem = difference(expected_of(right), right_question.verdicts(), right_question.summary());
  }
  return problem;
}

}  // namespace tailproof::test
