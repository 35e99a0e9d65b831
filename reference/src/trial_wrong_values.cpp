// Wrong answers: how scores compare. Last bits, signs, zeros, subnormals, infinities.
#include "trial_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tailproof::reference::trial {
namespace {

using enum ViolationKind;
constexpr std::size_t k = row_rank;
constexpr float infinity = std::numeric_limits<float>::infinity();

// The right answer but for rank K, which gives way to rank K + 1.
Indices next_for_last(const Scores& row) {
  const Indices order = ranking(row);
  Indices answer(order.begin(), order.begin() + row_rank);
  answer[k - 1] = order[k];
  return answer;
}

void add_last_bits(std::vector<TrialCase>& cases) {
  const std::string swap = "rank K + 1 for rank K, ";
  const std::string source = "AlphaGPU/leetgpu-challenges#324";
  const std::pair<const char*, float> rows[] = {
      {"one bit apart near 1.5", 1.5f},
      {"one bit apart near 1e30", 1e30f},
      {"one bit apart near -1e30", -1e30f},
      {"one bit apart near -3", -3.0f},
      {"one bit apart near FLT_MAX", 3.4e38f},
      {"subnormals one bit apart", 1e-39f},
      {"negative subnormals one bit apart", -1e-40f},
  };
  for (const auto& [how, highest] : rows) {
    const Scores row = adjacent_row(row_length, highest);
    wrong(cases, {omitted, not_among_best},
          one_row(swap + how, "adjacent", source, row, next_for_last(row)));
  }
}

void add_orders(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  Scores magnitudes = row;
  for (float& score : magnitudes) score = std::fabs(score);
  wrong(cases, {omitted, not_among_best},
        one_row("top K by magnitude", "distinct", "tenstorrent/tt-metal#56626", row,
                right_answer(magnitudes, row_rank)));

  Scores negative = row;
  for (float& score : negative) score -= 100.0f;
  Scores mirrored = negative;
  for (float& score : mirrored) score = -score;
  wrong(cases, {omitted, not_among_best},
        one_row("negatives ordered by their bits as integers", "negative",
                "tenstorrent/tt-metal#56626", negative, right_answer(mirrored, row_rank)));

  // Beyond 65504 an FP16 key is infinite for all of them.
  Scores huge = row;
  for (float& score : huge) score = 1e6f + 100.0f * score;
  wrong(cases, {omitted, not_among_best},
        one_row("first K of those with an infinite FP16 key", "huge", "NVIDIA/cudnn-frontend#446",
                huge, right_answer(constant_row(row_length, infinity), row_rank)));

  // All scores share one FP16 value, so a coarse key alone cannot rank them.
  const Scores one_bin = adjacent_row(row_length, 1.0f);
  wrong(cases, {omitted, not_among_best},
        one_row("first K of one coarse bin, not refined", "adjacent", "paper 4.4", one_bin,
                right_answer(constant_row(row_length, 1.0f), row_rank)));

  // The maximum is infinite; a selector that marks by -inf or skips inf loses it.
  Scores with_inf = row;
  with_inf[17] = infinity;
  Scores without = row;
  without[17] = -infinity;
  wrong(cases, {omitted, not_among_best},
        one_row("+inf left out", "infinite", "NVIDIA/raft#1822", with_inf,
                right_answer(without, row_rank)));
}

void add_zeros(std::vector<TrialCase>& cases) {
  Scores row(static_cast<std::size_t>(row_length), -0.0f);
  for (std::size_t j = 0; j < k; ++j) row[j * 16 + 3] = 0x1p-149f;
  Indices answer = right_answer(row, row_rank);
  answer[k - 1] = 0;
  wrong(cases, {omitted, not_among_best},
        one_row("-0 for the smallest subnormal", "zeros", "spec 1", row, answer));

  for (float& score : row) score = score == 0.0f ? -0x1p-149f : -0.0f;
  wrong(cases, {omitted, not_among_best},
        one_row("the negative subnormal for -0", "zeros", "spec 1", row, answer));
}

void add_infinite_bottom(std::vector<TrialCase>& cases) {
  const Scores bottom = constant_row(row_length, -infinity);
  wrong(cases, {sentinel_for_index},
        one_row("-1 for a row of -inf", "all -inf", "intel/torch-xpu-ops#4839", bottom,
                Indices(k, -1)));
  Scores few = bottom;
  for (std::size_t j = 0; j < 10; ++j) few[j * 100 + 7] = static_cast<float>(j);
  Indices answer = right_answer(few, row_rank);
  std::fill(answer.begin() + 10, answer.end(), -1);
  wrong(cases, {sentinel_for_index},
        one_row("-1 for the -inf behind 10 finite scores", "10 finite",
                "flashinfer-ai/flashinfer#4621", few, answer));
  answer = right_answer(few, row_rank);
  answer[9] = answer[10];
  wrong(cases, {duplicate, omitted, not_among_best},
        one_row("a -inf twice, a finite score lost", "10 finite", "NVIDIA/raft#1742", few, answer));
}

}  // namespace

void add_wrong_values(std::vector<TrialCase>& cases) {
  add_last_bits(cases);
  add_orders(cases);
  add_zeros(cases);
  add_infinite_bottom(cases);
}

}  // namespace tailproof::reference::trial
