// Right answers that a careless checker rejects: other tie choices, orders, zeros, infinities.
#include "trial_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tailproof::reference::trial {
namespace {

constexpr std::size_t k = row_rank;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

void add_orders(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  Indices answer = right_answer(row, row_rank);
  right(cases, one_row("best first", "distinct", "spec 1", row, answer));
  std::reverse(answer.begin(), answer.end());
  right(cases, one_row("worst first", "distinct", "spec 1", row, answer));
  std::sort(answer.begin(), answer.end());
  right(cases, one_row("in order of position", "distinct", "spec 1", row, answer));
  for (std::size_t j = 0; j < k; ++j) answer[j] = right_answer(row, row_rank)[j * 101 % k];
  right(cases, one_row("scrambled", "distinct", "spec 1", row, answer));
}

void add_ties(std::vector<TrialCase>& cases) {
  const Scores flat = plateau_row(row_length, row_rank);
  const std::pair<const char*, Ties> choices[] = {
      {"the lowest tied positions", Ties::lowest_first},
      {"the highest tied positions", Ties::highest_first},
      {"tied positions from all over the row", Ties::spread}};
  for (const auto& [name, ties] : choices) {
    right(cases,
          one_row(name, "plateau", "apache/tvm#3361", flat, right_answer(flat, row_rank, ties)));
  }
  const Scores constant = constant_row(row_length, -7.25f);
  right(cases, one_row("the last K of equal scores", "constant", "apache/tvm#4860", constant,
                       right_answer(constant, row_rank, Ties::highest_first)));
  right(cases,
        one_row("K = 1, the last of three maxima", "constant", "spec 1", {5, 1, 5, 0, 5}, {4}));

  Indices answer = right_answer(flat, row_rank, Ties::lowest_first);
  for (const Ties ties : {Ties::highest_first, Ties::spread}) {
    const Indices other = right_answer(flat, row_rank, ties);
    answer.insert(answer.end(), other.begin(), other.end());
  }
  right(cases, many_rows("three equal rows, three tie choices", "plateau", "pytorch/pytorch#196177",
                         {flat, flat, flat}, row_rank, answer));
}

void add_zeros(std::vector<TrialCase>& cases) {
  Scores zeros(static_cast<std::size_t>(row_length));
  for (std::size_t j = 0; j < zeros.size(); ++j) zeros[j] = j % 2 == 0 ? 0.0f : -0.0f;
  Indices answer(k);
  for (std::size_t j = 0; j < k; ++j) answer[j] = static_cast<std::int32_t>(2 * j + 1);
  right(cases, one_row("only -0 where +0 is tied", "zeros", "spec 1", zeros, answer));
  for (std::size_t j = 0; j < k; ++j) answer[j] = static_cast<std::int32_t>(2 * j);
  right(cases, one_row("only +0 where -0 is tied", "zeros", "spec 1", zeros, answer));

  for (std::size_t j = 0; j < 100; ++j) zeros[j * 40 + 1] = 0x1p-149f;
  for (std::size_t j = 0; j < 100; ++j) zeros[j * 40 + 2] = -0x1p-149f;
  right(cases, one_row("subnormals above zeros of either sign", "zeros", "spec 1", zeros,
                       right_answer(zeros, row_rank, Ties::spread)));
}

void add_infinities(std::vector<TrialCase>& cases) {
  const Scores bottom = constant_row(row_length, -infinity);
  right(cases, one_row("real indices for a row of -inf", "all -inf", "intel/torch-xpu-ops#4839",
                       bottom, right_answer(bottom, row_rank, Ties::highest_first)));
  const Scores top = constant_row(row_length, infinity);
  right(cases, one_row("a row of +inf", "all +inf", "spec 1", top,
                       right_answer(top, row_rank, Ties::spread)));
  Scores few = bottom;
  for (std::size_t j = 0; j < 10; ++j) few[j * 100 + 7] = -3.0f * static_cast<float>(j);
  right(cases, one_row("10 finite scores, then -inf", "10 finite", "flashinfer-ai/flashinfer#4123",
                       few, right_answer(few, row_rank, Ties::highest_first)));
}

void add_short_rows(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  for (const std::int32_t valid : {0, 1, 100, row_rank - 1, row_rank, row_rank + 1}) {
    Indices answer = right_answer(std::span(row).first(static_cast<std::size_t>(valid)), row_rank);
    std::reverse(answer.begin(), answer.begin() + std::min(valid, row_rank));
    const std::string family = "L = " + std::to_string(valid);
    right(cases, shortened(one_row("padding of NaN, worst first", family, "spec 1", row, answer),
                           valid, nan));
    if (valid == 0 || valid == row_rank + 1) {
      right(cases, shortened(one_row("padding of +inf, worst first", family, "spec 1", row, answer),
                             valid, infinity));
    }
  }
}

void add_layouts(std::vector<TrialCase>& cases) {
  const Scores wide = distinct_row(102400);
  right(cases, one_row("positions from 100000 up", "distinct", "Tencent/hpc-ops", wide,
                       right_answer(wide, row_rank)));

  const Scores row = distinct_row(1024);
  TrialCase c = many_rows("scores and indices at a pitch with garbage between", "2 rows", "spec 1",
                          {row, row}, 64, {});
  c.width = 1000;
  c.lengths = {1000, 900};
  c.index_pitch = 70;
  c.indices.assign(140, poison);
  for (std::size_t r = 0; r < 2; ++r) {
    const auto valid = static_cast<std::size_t>(c.lengths[r]);
    const Indices answer = right_answer(std::span(row).first(valid), 64);
    std::copy(answer.begin(), answer.end(), c.indices.begin() + static_cast<int>(r) * 70);
    std::fill_n(c.scores.begin() + static_cast<int>(r * 1024 + valid), 1024 - valid, nan);
  }
  right(cases, c);
}

}  // namespace

void add_right(std::vector<TrialCase>& cases) {
  add_orders(cases);
  add_ties(cases);
  add_zeros(cases);
  add_infinities(cases);
  add_short_rows(cases);
  add_layouts(cases);
}

}  // namespace tailproof::reference::trial
