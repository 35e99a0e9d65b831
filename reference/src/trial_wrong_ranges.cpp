// Wrong answers: slots that hold no valid position, and indices that are systematically off.
#include "trial_rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tailproof::reference::trial {
namespace {

using enum ViolationKind;
constexpr std::size_t k = row_rank;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

void add_single_slots(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  const std::pair<const char*, std::int32_t> slots[] = {
      {"index L", row_length},
      {"index -2", -2},
      {"index INT_MIN", std::numeric_limits<std::int32_t>::min()},
      {"index INT_MAX, the initial value of a search", std::numeric_limits<std::int32_t>::max()},
  };
  for (const auto& [name, index] : slots) {
    Indices answer = right_answer(row, row_rank);
    answer[k - 1] = index;
    wrong(cases, {out_of_range},
          one_row(name, "distinct", "microsoft/onnxruntime-genai#2195", row, answer));
  }
}

// The valid part is shorter than the row; the padding holds values that must not win.
void add_padding(std::vector<TrialCase>& cases) {
  constexpr std::int32_t valid = row_length - 100;
  const Scores row = distinct_row(row_length);
  const Indices good = right_answer(std::span(row).first(valid), row_rank);
  const std::pair<const char*, float> paddings[] = {
      {"index into padding that holds +inf", infinity},
      {"index into padding that holds NaN", nan},
      {"index into padding that holds the row's own kind of scores", 0.5f},
  };
  for (const auto& [name, garbage] : paddings) {
    Indices answer = good;
    answer[k - 1] = valid + 7;
    wrong(cases, {out_of_range},
          shortened(one_row(name, "padded", "NVIDIA/cudnn-frontend#410", row, answer), valid,
                    garbage));
  }
  wrong(cases, {out_of_range, omitted, not_among_best},
        shortened(one_row(
                      "ranked over the allocated width, not the valid length", "padded",
                      "NVIDIA/cudnn-frontend#446",
                      [&] {
                        Scores wide = row;
                        std::fill(wide.end() - 100, wide.end(), 0.0f);
                        return wide;
                      }(),
                      [&] {
                        Indices answer = good;
                        answer[k - 1] = valid;
                        answer[0] = ranking(std::span(row).first(valid)).back();
                        return answer;
                      }()),
                  valid, infinity));
}

void add_offsets(std::vector<TrialCase>& cases) {
  const Scores row = distinct_row(row_length);
  Indices answer = right_answer(row, row_rank);
  for (std::int32_t& index : answer) index = (index + 1) % row_length;
  wrong(cases, {omitted, not_among_best},
        one_row("every index off by one", "distinct", "spec 1", row, answer));

  // A comparison of index sets by relative error lets this pass from 100000 up.
  constexpr std::int32_t far = 102400;
  const Scores wide = distinct_row(far);
  answer = right_answer(wide, row_rank);
  bool moved = false;
  for (std::int32_t& index : answer) {
    if (index < 100000 || index + 1 >= far) continue;
    ++index;
    moved = true;
  }
  if (moved) {
    wrong(
        cases, {omitted, not_among_best},
        one_row("index + 1 from position 100000 up", "distinct", "Tencent/hpc-ops", wide, answer));
  }
}

}  // namespace

void add_wrong_ranges(std::vector<TrialCase>& cases) {
  add_single_slots(cases);
  add_padding(cases);
  add_offsets(cases);
}

}  // namespace tailproof::reference::trial
