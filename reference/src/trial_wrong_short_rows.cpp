// Wrong answers: rows with L <= K, where every position and exactly K - L sentinels are due.
#include "trial_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tailproof::reference::trial {
namespace {

using enum ViolationKind;
constexpr std::size_t k = row_rank;
constexpr std::int32_t few = 100;

TrialCase short_row(const char* name, const char* source, Indices answer,
                    std::int32_t valid = few) {
  return shortened(one_row(name, "L = " + std::to_string(valid), source, distinct_row(row_length),
                           std::move(answer)),
                   valid, std::numeric_limits<float>::infinity());
}

Indices all_of(std::int32_t valid) {
  Indices answer(k, -1);
  std::iota(answer.begin(), answer.begin() + valid, 0);
  return answer;
}

void add_tails(std::vector<TrialCase>& cases) {
  Indices answer = all_of(few);
  std::fill(answer.begin() + few, answer.end(), poison);
  wrong(cases, {out_of_range},
        short_row("short row, tail never written", "flashinfer-ai/flashinfer#5315", answer));
  std::fill(answer.begin() + few, answer.end(), 0);
  wrong(cases, {duplicate},
        short_row("short row, tail of zeros", "flashinfer-ai/flashinfer#5315", answer));
  std::iota(answer.begin() + few, answer.end(), few);
  wrong(cases, {out_of_range},
        short_row("short row, tail counts on past L", "yhfgyyf/vllm-deepseek-v4-sm89#113", answer));
  std::fill(answer.begin() + few, answer.end(), -2);
  wrong(cases, {out_of_range}, short_row("short row, tail of -2", "spec 1", answer));
}

void add_sentinels(std::vector<TrialCase>& cases) {
  Indices answer = all_of(few);
  std::rotate(answer.begin(), answer.begin() + few, answer.end());
  wrong(cases, {sentinel_not_last},
        short_row("short row, sentinels before the indices", "spec 1", answer));
  answer = all_of(few);
  std::swap(answer[few - 1], answer[few]);
  wrong(cases, {sentinel_not_last},
        short_row("short row, one sentinel before the last index", "spec 1", answer));
  answer = all_of(few);
  answer[few - 1] = -1;
  wrong(cases, {sentinel_for_index, omitted},
        short_row("short row, one position missing", "vllm-project/vllm#49666", answer));
  wrong(cases, {sentinel_for_index, omitted},
        short_row("short row skipped: nothing but -1", "flashinfer-ai/flashinfer#5315",
                  Indices(k, -1)));
  answer = all_of(few);
  answer[1] = 0;
  wrong(
      cases, {duplicate, omitted},
      short_row("short row, one position twice, one missing", "NVIDIA/TensorRT-LLM#17550", answer));
}

void add_edges(std::vector<TrialCase>& cases) {
  Indices answer(k, -1);
  answer[0] = 0;
  wrong(cases, {out_of_range},
        short_row("empty row answered with position 0", "spec 1", answer, 0));
  wrong(cases, {out_of_range},
        short_row("empty row, slots never written", "flashinfer-ai/flashinfer#4123",
                  Indices(k, poison), 0));

  answer = all_of(row_rank);
  answer[k - 1] = -1;
  wrong(cases, {sentinel_for_index, omitted},
        short_row("L = K, one position missing", "spec 1", answer, row_rank));
  answer[k - 1] = 0;
  wrong(cases, {duplicate, omitted},
        short_row("L = K, one position twice", "spec 1", answer, row_rank));

  const Scores row = distinct_row(row_length);
  answer = ranking(std::span(row).first(row_rank + 1));
  answer.erase(answer.begin());
  wrong(cases, {omitted, not_among_best},
        short_row("L = K + 1, the best left out", "spec 1", answer, row_rank + 1));

  wrong(cases, {omitted, not_among_best},
        one_row("K = 1, the second best", "distinct", "spec 1", row, Indices{ranking(row)[1]}));
}

}  // namespace

void add_wrong_short_rows(std::vector<TrialCase>& cases) {
  add_tails(cases);
  add_sentinels(cases);
  add_edges(cases);
}

}  // namespace tailproof::reference::trial
