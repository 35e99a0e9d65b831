#include "trial_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace tailproof::reference::trial {
namespace {

// Where the j-th best score goes: multiplication by a prime that divides no length used here.
std::size_t scrambled(std::size_t j, std::size_t length) {
  return (j * 7919 + 31) % length;
}

}  // namespace

Scores distinct_row(std::int32_t length) {
  Scores scores(static_cast<std::size_t>(length));
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double p = (static_cast<double>(j) + 0.5) / length;
    scores[scrambled(j, scores.size())] = static_cast<float>(std::log((1.0 - p) / p) / 1.702);
  }
  return scores;
}

Scores plateau_row(std::int32_t length, std::int32_t rank) {
  Scores scores(static_cast<std::size_t>(length));
  const auto winners = static_cast<std::size_t>(rank / 2);
  const auto tied = static_cast<std::size_t>(2 * rank);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const auto steps = static_cast<float>(j);
    scores[scrambled(j, scores.size())] = j < winners          ? 3.0f - steps / 256.0f
                                          : j < winners + tied ? 1.0f
                                                               : -steps / 256.0f;
  }
  return scores;
}

Scores adjacent_row(std::int32_t length, float highest) {
  Scores scores(static_cast<std::size_t>(length));
  float score = highest;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    scores[scrambled(j, scores.size())] = score;
    score = std::nextafter(score, -std::numeric_limits<float>::infinity());
  }
  return scores;
}

Scores constant_row(std::int32_t length, float score) {
  return Scores(static_cast<std::size_t>(length), score);
}

Indices ranking(std::span<const float> scores, Ties ties) {
  Indices positions(scores.size());
  std::iota(positions.begin(), positions.end(), 0);
  if (ties == Ties::highest_first) std::reverse(positions.begin(), positions.end());
  if (ties == Ties::spread) {
    for (std::size_t j = 0; j < positions.size(); ++j) {
      positions[j] = static_cast<std::int32_t>((j * 6661 + 5) % positions.size());
    }
  }
  std::stable_sort(positions.begin(), positions.end(), [&](std::int32_t a, std::int32_t b) {
    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
  });
  return positions;
}

Indices right_answer(std::span<const float> scores, std::int32_t rank, Ties ties) {
  Indices answer = ranking(scores, ties);
  answer.resize(static_cast<std::size_t>(rank), -1);
  return answer;
}

TrialCase one_row(std::string name, std::string rows, std::string source, Scores scores,
                  Indices indices) {
  const auto slots = static_cast<std::int32_t>(indices.size());
  return many_rows(std::move(name), std::move(rows), std::move(source), {std::move(scores)}, slots,
                   std::move(indices));
}

TrialCase many_rows(std::string name, std::string rows, std::string source,
                    const std::vector<Scores>& scores, std::int32_t rank, Indices indices) {
  TrialCase c;
  c.name = std::move(name);
  c.rows = std::move(rows);
  c.source = std::move(source);
  c.width = static_cast<std::int64_t>(scores.front().size());
  c.pitch = c.width;
  c.rank = rank;
  c.indices = std::move(indices);
  c.index_pitch = rank;
  for (const Scores& row : scores) {
    c.scores.insert(c.scores.end(), row.begin(), row.end());
    c.lengths.push_back(static_cast<std::int32_t>(row.size()));
  }
  return c;
}

TrialCase shortened(TrialCase c, std::int32_t length, float garbage) {
  for (std::size_t row = 0; row < c.lengths.size(); ++row) {
    c.lengths[row] = length;
    const auto first = c.scores.begin() + static_cast<std::int64_t>(row) * c.pitch;
    std::fill(first + length, first + c.pitch, garbage);
  }
  return c;
}

void wrong(std::vector<TrialCase>& cases, KindSet kinds, TrialCase c) {
  c.expected = Outcome::rejected;
  c.expected_kinds = kinds;
  cases.push_back(std::move(c));
}

void right(std::vector<TrialCase>& cases, TrialCase c) {
  c.expected = Outcome::accepted;
  cases.push_back(std::move(c));
}

void refused(std::vector<TrialCase>& cases, TrialCase c) {
  c.expected = Outcome::refused;
  cases.push_back(std::move(c));
}

}  // namespace tailproof::reference::trial
