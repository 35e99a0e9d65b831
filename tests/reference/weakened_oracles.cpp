#include "weakened_oracles.hpp"

#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/oracle.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace tailproof::test {
namespace {

using namespace tailproof::reference;
using Slots = std::span<const std::int32_t>;

Verdict real(const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
  return judge(matrix, rank, indices, pitch);
}

// Forgets one kind of violation, as a checker without that test does.
Judge without(ViolationKind kind) {
  return [=](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
    Verdict verdict = real(matrix, rank, indices, pitch);
    verdict.findings[static_cast<std::size_t>(kind)].reset();
    if (verdict.kinds().empty()) verdict.rejected_rows = 0;
    return verdict;
  };
}

// Judges other scores than those it was given.
template <class Change>
Judge with_scores(Change change) {
  return [=](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
    std::vector<float> scores(matrix.scores, matrix.scores + matrix.rows() * matrix.pitch);
    for (float& score : scores) score = change(score);
    return real({scores.data(), matrix.lengths, matrix.width, matrix.pitch}, rank, indices, pitch);
  };
}

// Judges a copy of the indices after a change to each slot.
template <class Change>
Judge with_slots(Change change) {
  return [=](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
    std::vector<std::int32_t> slots(indices.begin(), indices.end());
    for (std::int32_t& slot : slots) slot = change(slot, matrix);
    return real(matrix, rank, slots, pitch);
  };
}

// Judges some rows only.
template <class Keep>
Judge with_rows(Keep keep) {
  return [=](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
    require_shape(matrix, rank);
    Oracle oracle(rank);
    Verdict verdict;
    for (std::int64_t row = 0; row < matrix.rows(); ++row) {
      if (!keep(matrix, rank, row)) continue;
      verdict += oracle.judge_row(
          matrix.valid(row), row,
          indices.subspan(static_cast<std::size_t>(row * pitch), static_cast<std::size_t>(rank)));
    }
    return verdict;
  };
}

float truncated_to_22_bits(float score) {
  const auto bits = std::bit_cast<std::uint32_t>(score);
  return is_nan_bits(bits) ? score : std::bit_cast<float>(bits & 0xfffffc00u);
}
float flushed(float score) {
  return std::fabs(score) < std::numeric_limits<float>::min() ? 0.0f : score;
}
float finite(float score) {
  if (score == -std::numeric_limits<float>::infinity()) return std::numeric_limits<float>::lowest();
  return std::isinf(score) ? 0.0f : score;
}
// Makes -0 lower than +0 by turning it into a negative subnormal.
float zeros_apart(float score) {
  return std::bit_cast<std::uint32_t>(score) == 0x80000000u ? -0x1p-149f : score;
}

}  // namespace

std::vector<WeakenedOracle> weakened_oracles() {
  std::vector<WeakenedOracle> all;
  for (int kind = 0; kind < violation_kind_count; ++kind) {
    const auto forgotten = static_cast<ViolationKind>(kind);
    all.push_back({"never reports " + std::string(violation_name(forgotten)), without(forgotten)});
  }
  all.push_back(
      {"accepts everything", [](const ScoreMatrix& matrix, std::int32_t, Slots, std::int64_t) {
         Verdict verdict;
         verdict.rows = matrix.rows();
         return verdict;
       }});
  all.push_back({"compares 22 bits of a score", with_scores(truncated_to_22_bits)});
  all.push_back({"flushes subnormals", with_scores(flushed)});
  all.push_back({"orders -0 below +0", with_scores(zeros_apart)});
  all.push_back({"takes infinities for finite scores", with_scores(finite)});
  all.push_back({"compares magnitudes", with_scores([](float x) { return std::fabs(x); })});
  all.push_back({"takes NaN for zero", with_scores([](float x) { return x == x ? x : 0.0f; })});
  all.push_back({"index off by one from 100000 up",
                 with_slots([](std::int32_t slot, const ScoreMatrix& matrix) {
                   return slot >= 100000 && slot < matrix.width - 1 ? slot - 1 : slot;
                 })});
  all.push_back({"takes -1 for position 0", with_slots([](std::int32_t slot, const ScoreMatrix&) {
                   return slot == -1 ? 0 : slot;
                 })});
  all.push_back(
      {"takes any negative index for -1",
       with_slots([](std::int32_t slot, const ScoreMatrix&) { return slot < 0 ? -1 : slot; })});
  all.push_back({"looks at row 0 only",
                 with_rows([](const auto&, auto, std::int64_t row) { return row == 0; })});
  all.push_back({"skips the last row of several",
                 with_rows([](const ScoreMatrix& matrix, auto, std::int64_t row) {
                   return matrix.rows() == 1 || row + 1 < matrix.rows();
                 })});
  all.push_back({"skips rows with L <= K",
                 with_rows([](const ScoreMatrix& matrix, std::int32_t rank, std::int64_t row) {
                   return matrix.lengths[static_cast<std::size_t>(row)] > rank;
                 })});
  all.push_back(
      {"ignores the index pitch", [](const ScoreMatrix& matrix, std::int32_t rank, Slots indices,
                                     std::int64_t) { return real(matrix, rank, indices, rank); }});
  all.push_back(
      {"ranks the allocated width",
       [](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
         require_shape(matrix, rank);
         std::vector<std::int32_t> whole(matrix.lengths.size(),
                                         static_cast<std::int32_t>(matrix.width));
         return real({matrix.scores, whole, matrix.width, matrix.pitch}, rank, indices, pitch);
       }});
  for (int p = 0; p < published_checker_count; ++p) {
    const auto checker = static_cast<PublishedChecker>(p);
    all.push_back(
        {"the accept rule of " + std::string(published_name(checker)),
         [=](const ScoreMatrix& matrix, std::int32_t rank, Slots indices, std::int64_t pitch) {
           // Refuses and explains as ours does, so that only the rule itself counts.
           Verdict verdict = real(matrix, rank, indices, pitch);
           const bool accepts =
               published_opinion(checker, matrix, rank, indices, pitch) != Opinion::rejects;
           if (accepts == verdict.accepted()) return verdict;
           Verdict theirs;
           theirs.rows = verdict.rows;
           theirs.rejected_rows = accepts ? 0 : 1;
           return theirs;
         }});
  }
  return all;
}

}  // namespace tailproof::test
