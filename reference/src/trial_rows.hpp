// Score rows and right answers that the trial's cases start from; private to the trial.
#pragma once
#include "tailproof/reference/oracle_trial.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tailproof::reference::trial {

using Scores = std::vector<float>;
using Indices = std::vector<std::int32_t>;

// Geometry of most cases, as in the survey of published checkers.
inline constexpr std::int32_t row_length = 4096;
inline constexpr std::int32_t row_rank = 256;
inline constexpr std::int32_t poison = 0x7f7f7f7f;

// L distinct scores with the spacing of a logistic distribution, in scrambled positions.
[[nodiscard]] Scores distinct_row(std::int32_t length);
// K/2 clear winners, then a tie 2K wide at 1.0, then distinct lower scores; scrambled.
[[nodiscard]] Scores plateau_row(std::int32_t length, std::int32_t rank);
// Distinct scores that are neighbours as floats, downwards from the given one; scrambled.
[[nodiscard]] Scores adjacent_row(std::int32_t length, float highest);
// All scores equal.
[[nodiscard]] Scores constant_row(std::int32_t length, float score);

enum class Ties { lowest_first, highest_first, spread };

// All positions, best score first. Sorts floats, unlike the oracle, which never compares any.
[[nodiscard]] Indices ranking(std::span<const float> scores, Ties ties = Ties::lowest_first);
// The first K of ranking(), then -1.
[[nodiscard]] Indices right_answer(std::span<const float> scores, std::int32_t rank,
                                   Ties ties = Ties::lowest_first);

// A case of one row without padding.
[[nodiscard]] TrialCase one_row(std::string name, std::string rows, std::string source,
                                Scores scores, Indices indices);
// A case of several rows of L scores each, rank K, packed indices.
[[nodiscard]] TrialCase many_rows(std::string name, std::string rows, std::string source,
                                  const std::vector<Scores>& scores, std::int32_t rank,
                                  Indices indices);
// The same row(s) with the valid lengths shortened and the rest filled with garbage.
[[nodiscard]] TrialCase shortened(TrialCase c, std::int32_t length, float garbage);

// Appends with the expected outcome.
void wrong(std::vector<TrialCase>& cases, KindSet kinds, TrialCase c);
void right(std::vector<TrialCase>& cases, TrialCase c);
void refused(std::vector<TrialCase>& cases, TrialCase c);

// The groups of the catalogue.
void add_wrong_members(std::vector<TrialCase>& cases);
void add_wrong_values(std::vector<TrialCase>& cases);
void add_wrong_ranges(std::vector<TrialCase>& cases);
void add_wrong_short_rows(std::vector<TrialCase>& cases);
void add_wrong_batches(std::vector<TrialCase>& cases);
void add_right(std::vector<TrialCase>& cases);
void add_refused(std::vector<TrialCase>& cases);

}  // namespace tailproof::reference::trial
