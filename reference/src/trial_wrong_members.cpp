// Wrong answers: which positions are in the set. Duplicates, omissions, worse ones, sentinels.
#include "trial_rows.hpp"

#include <algorithm>

namespace tailproof::reference::trial {
namespace {

using enum ViolationKind;
constexpr std::size_t k = row_rank;

const std::string survey = "survey of published checkers";

void add_survey(std::vector<TrialCase>& cases, const std::string& family, const Scores& row,
                Ties ties) {
  const Indices order = ranking(row, ties);
  const Indices good = right_answer(row, row_rank, ties);

  const auto score = [&](std::int32_t i) { return row[static_cast<std::size_t>(i)]; };
  const auto worse = std::find_if(order.begin() + row_rank, order.end(),
                                  [&](std::int32_t i) { return score(i) < score(good[k - 1]); });
  Indices answer = good;
  answer[k - 1] = *worse;
  wrong(cases, {omitted, not_among_best},
        one_row("1 strictly worse index", family, survey, row, answer));

  std::copy_n(worse, 5, answer.end() - 5);
  wrong(cases, {omitted, not_among_best},
        one_row("5 strictly worse indices", family, survey, row, answer));

  answer.assign(k, good[0]);
  wrong(cases, {duplicate},
        one_row("the best index repeated K times", family, survey, row, answer));

  answer = good;
  answer[k - 1] = -1;
  wrong(cases, {sentinel_for_index}, one_row("one -1 although L > K", family, survey, row, answer));

  answer = good;
  std::reverse(answer.begin(), answer.end());
  answer[0] = -1;
  wrong(cases, {sentinel_for_index},
        one_row("-1 in the first slot of a full row", family, "spec 1", row, answer));

  answer.assign(k, -1);
  wrong(cases, {sentinel_for_index},
        one_row("nothing but -1 although L > K", family, "spec 1", row, answer));

  answer.assign(k, 0);
  wrong(cases, {duplicate, omitted, not_among_best},
        one_row("zero-initialised slots, none written", family, "vllm-project/vllm#49666", row,
                answer));
}

void add_duplicates(std::vector<TrialCase>& cases) {
  const Scores flat = plateau_row(row_length, row_rank);
  Indices answer = right_answer(flat, row_rank);
  std::fill(answer.begin() + k / 2, answer.end(), answer[k - 1]);
  wrong(cases, {duplicate},
        one_row("one tied index in every tie slot", "plateau", survey, flat, answer));
  answer = right_answer(flat, row_rank, Ties::spread);
  answer[k - 1] = answer[k - 2];
  wrong(cases, {duplicate},
        one_row("duplicate inside a tie, another tied index omitted", "plateau",
                "NVIDIA/TensorRT-LLM#17550", flat, answer));
  answer = right_answer(flat, row_rank);
  answer[k - 1] = answer[k - 2];
  wrong(cases, {duplicate},
        one_row("the same, with the reference's own tie choice", "plateau",
                "NVIDIA/TensorRT-LLM#17550", flat, answer));
  answer = right_answer(flat, row_rank, Ties::highest_first);
  answer[k - 1] = answer[0];
  wrong(cases, {duplicate},
        one_row("a winner twice, one tied index omitted", "plateau", "NVIDIA/TensorRT-LLM#17550",
                flat, answer));
  answer.assign(k, answer[k - 2]);
  wrong(cases, {duplicate, omitted, not_among_best},
        one_row("one tied index repeated K times", "plateau", survey, flat, answer));

  const Scores row = distinct_row(row_length);
  answer = right_answer(row, row_rank);
  answer[k - 1] = answer[0];
  wrong(cases, {duplicate},
        one_row("rank 1 twice, rank K omitted", "distinct", "spec 1", row, answer));
  answer = right_answer(row, row_rank);
  answer[0] = answer[1];
  wrong(
      cases, {duplicate, omitted, not_among_best},
      one_row("rank 2 twice, rank 1 omitted", "distinct", "triton-lang/triton#6635", row, answer));
  answer = right_answer(row, row_rank);
  std::copy_n(answer.begin(), k / 2, answer.begin() + k / 2);
  wrong(cases, {duplicate},
        one_row("the better half twice", "distinct", "openxla/xla#48119", row, answer));
}

// The right set with one slot gone wrong, as slots that a kernel forgot show it.
void add_missing(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  const Indices order = ranking(row);
  const Indices good = right_answer(row, row_rank);
  Indices answer = good;
  answer[k - 1] = poison;
  wrong(cases, {out_of_range},
        one_row("K - 1 right, the last slot never written", "distinct", "sgl-project/sglang#30645",
                row, answer));
  answer[k - 1] = order[row_length - 1];
  wrong(cases, {omitted, not_among_best},
        one_row("K - 1 right, the last slot stale from another launch", "distinct",
                "NVIDIA/TensorRT-LLM#17550", row, answer));
  answer = good;
  answer[0] = order[k];
  wrong(cases, {omitted, not_among_best},
        one_row("the maximum replaced by rank K + 1", "distinct", "NVIDIA/raft#1742", row, answer));
  answer = Indices(order.begin() + 1, order.begin() + 1 + row_rank);
  wrong(cases, {omitted, not_among_best},
        one_row("ranks 2 to K + 1", "distinct", "spec 1", row, answer));
  answer = Indices(order.end() - row_rank, order.end());
  wrong(cases, {omitted, not_among_best},
        one_row("the K smallest", "distinct", "spec 1", row, answer));
  for (std::size_t j = 0; j < k; ++j) answer[j] = static_cast<std::int32_t>(j);
  wrong(cases, {omitted, not_among_best},
        one_row("the first K positions", "distinct", "spec 1", row, answer));

  // The best score sits in the last, partial vector of the row.
  Scores odd = row;
  odd.back() = 100.0f;
  wrong(cases, {omitted, not_among_best},
        one_row("the row's last L mod 4 scores never read", "distinct",
                "vllm-project/vllm-ascend#16595", odd, good));

  // Each quarter of the row contributes K / 4, whatever it holds.
  Scores uneven = row;
  std::sort(uneven.begin(), uneven.end());
  answer.clear();
  for (std::int32_t p = 0; p < 4; ++p) {
    for (std::int32_t j = 0; j < row_rank / 4; ++j)
      answer.push_back((p + 1) * row_length / 4 - 1 - j);
  }
  wrong(
      cases, {omitted, not_among_best},
      one_row("K / 4 from each of four segments, unmerged", "sorted", "paper 4.5", uneven, answer));

  // 512 tied candidates overflow a buffer of 128: the slots behind it stay as they were.
  const Scores flat = plateau_row(row_length, row_rank);
  answer = right_answer(flat, row_rank);
  std::fill(answer.begin() + k / 2 + 100, answer.end(), -1);
  wrong(cases, {sentinel_for_index},
        one_row("tie slots beyond a full buffer left at -1", "plateau", "sgl-project/sglang#30512",
                flat, answer));
  Indices ties = ranking(flat);
  answer = right_answer(flat, row_rank);
  for (std::size_t j = 0; j < 8; ++j) answer[j] = ties[k + j];
  wrong(cases, {omitted, not_among_best},
        one_row("winners dropped by a full candidate buffer, ties kept", "plateau",
                "sgl-project/sglang#36807", flat, answer));
}

}  // namespace

void add_wrong_members(std::vector<TrialCase>& cases) {
  add_survey(cases, "distinct", distinct_row(row_length), Ties::lowest_first);
  add_survey(cases, "plateau", plateau_row(row_length, row_rank), Ties::lowest_first);
  add_duplicates(cases);
  add_missing(cases);
}

}  // namespace tailproof::reference::trial
