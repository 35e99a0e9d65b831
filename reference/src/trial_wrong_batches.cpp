// Wrong answers: right for another row, wrong in one row of many, wrong only beyond a pitch.
#include "trial_rows.hpp"

#include <algorithm>
#include <utility>

namespace tailproof::reference::trial {
namespace {

using enum ViolationKind;
constexpr std::int32_t rows = 5;
constexpr std::int32_t width = 1024;
constexpr std::int32_t slots = 64;

// Rows whose answers have nothing to do with each other.
std::vector<Scores> batch() {
  std::vector<Scores> all;
  for (std::int32_t r = 0; r < rows; ++r) {
    Scores row = distinct_row(width);
    std::rotate(row.begin(), row.begin() + 101 * r, row.end());
    all.push_back(std::move(row));
  }
  return all;
}

// One answer a row, so that rows can be exchanged before they are packed.
using Answers = std::vector<Indices>;

Answers right_answers(const std::vector<Scores>& scores) {
  Answers answers;
  for (const Scores& row : scores) answers.push_back(right_answer(row, slots));
  return answers;
}

TrialCase of_batch(const char* name, const char* source, const std::vector<Scores>& scores,
                   const Answers& answers) {
  Indices packed;
  for (const Indices& answer : answers) {
    for (const std::int32_t index : answer) packed.push_back(index);
  }
  return many_rows(name, "5 rows", source, scores, slots, std::move(packed));
}

void add_one_bad_row(std::vector<TrialCase>& cases) {
  const auto scores = batch();
  const std::pair<const char*, std::size_t> places[] = {{"only the last row wrong", rows - 1},
                                                        {"only a middle row wrong", 2},
                                                        {"only the first row wrong", 0}};
  for (const auto& [name, row] : places) {
    Answers answers = right_answers(scores);
    answers[row].back() = ranking(scores[row])[slots];
    wrong(cases, {omitted, not_among_best},
          of_batch(name, "vllm-project/vllm#55122", scores, answers));
  }
  Answers answers = right_answers(scores);
  answers.back().back() = -1;
  wrong(cases, {sentinel_for_index},
        of_batch("-1 in the very last slot of the last row", "vllm-project/vllm#55122", scores,
                 answers));
}

void add_mixed_rows(std::vector<TrialCase>& cases) {
  const auto scores = batch();
  Answers answers = right_answers(scores);
  answers[3] = answers[2];
  wrong(cases, {omitted, not_among_best},
        of_batch("the neighbour row's answer", "tenstorrent/tt-metal#23644", scores, answers));
  answers = right_answers(scores);
  std::swap(answers[0], answers[1]);
  wrong(cases, {omitted, not_among_best},
        of_batch("two rows' answers exchanged", "vllm-project/vllm#49139", scores, answers));
  answers = right_answers(scores);
  answers[2].back() = answers[1].front();
  wrong(cases, {omitted, not_among_best},
        of_batch("one slot stale from the row before", "vllm-project/vllm#49139", scores, answers));
  answers = right_answers(scores);
  for (std::size_t row = 1; row < answers.size(); ++row) {
    for (std::int32_t& index : answers[row]) index += static_cast<std::int32_t>(row) * width;
  }
  wrong(cases, {out_of_range},
        of_batch("offsets into the matrix instead of the row", "ROCm/aiter#2901", scores, answers));
}

void add_pitched(std::vector<TrialCase>& cases) {
  const auto scores = batch();
  TrialCase c =
      of_batch("right at pitch K, but the pitch is K + 8", "spec 1", scores, right_answers(scores));
  c.index_pitch = slots + 8;
  c.indices.resize(static_cast<std::size_t>(rows * c.index_pitch), poison);
  wrong(cases, {out_of_range, omitted, not_among_best}, c);
}

}  // namespace

void add_wrong_batches(std::vector<TrialCase>& cases) {
  add_one_bad_row(cases);
  add_mixed_rows(cases);
  add_pitched(cases);
}

}  // namespace tailproof::reference::trial
