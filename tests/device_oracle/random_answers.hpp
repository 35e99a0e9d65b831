/// Random rows with right answers, and every way to make one wrong.
#pragma once
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::test {

/// Rows with answers, some of them wrong; owns what its matrix points to.
struct RandomAnswers {
  std::vector<float> scores;
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> indices;
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::int64_t indices_pitch = 0;
  std::int32_t rank = 1;

  [[nodiscard]] reference::ScoreMatrix matrix() const noexcept {
    return {scores.data(), lengths, width, pitch};
  }
};

/// Few distinct scores, zeros of both signs and infinities among them, so that ties are common;
/// about every second answer has one to three faults, and few rows a NaN or a length outside [0,
/// N].
[[nodiscard]] RandomAnswers random_answers(std::uint64_t seed, std::int64_t rows,
                                           std::int64_t width, std::int32_t rank);

}  // namespace tailproof::test
