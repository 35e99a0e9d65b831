/// The oracle's own trial: answers whose verdict is known beforehand, put before any judge.
///
/// A checker that cannot reject is worth nothing, so the oracle is tried on wrong answers (each
/// must be rejected for the right reason), on right answers with unusual tie choices and orders
/// (each must be accepted) and on input outside the contract (each must be refused).
#pragma once
#include "tailproof/reference/oracle_verdict.hpp"
#include "tailproof/reference/published_checkers.hpp"
#include "tailproof/reference/score_matrix.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::reference {

/// What a judge makes of an answer: the three classes of spec 1 (a legal variation is accepted).
enum class Outcome : std::uint8_t { accepted, rejected, refused };

/// "accepted", "rejected" or "refused".
[[nodiscard]] std::string_view outcome_name(Outcome outcome) noexcept;

/// One question of the trial, with its answer.
struct TrialCase {
  std::string name;    ///< what is wrong, or unusual, about the indices
  std::string rows;    ///< family of the score rows: "distinct", "plateau", ...
  std::string source;  ///< where it was seen: "NVIDIA/TensorRT-LLM#17550", "spec 1", ...

  std::vector<float> scores;          ///< rows x pitch
  std::vector<std::int32_t> lengths;  ///< one a row
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::int32_t rank = 0;
  std::vector<std::int32_t> indices;  ///< row r in [r * index_pitch, r * index_pitch + rank)
  std::int64_t index_pitch = 0;

  Outcome expected = Outcome::accepted;
  KindSet expected_kinds;  ///< exactly these for a rejected answer, else empty

  [[nodiscard]] ScoreMatrix matrix() const noexcept {
    return {scores.data(), lengths, width, pitch};
  }
};

/// All cases: wrong answers, then right ones, then input outside the contract. About 4 MB.
[[nodiscard]] std::vector<TrialCase> trial_catalogue();

/// A judge on trial: same arguments and errors as reference::judge().
using Judge = std::function<Verdict(const ScoreMatrix&, std::int32_t rank,
                                    std::span<const std::int32_t> indices, std::int64_t pitch)>;

/// One line of the trial's table.
struct TrialLine {
  std::string name;
  std::string rows;
  std::string source;
  Outcome expected = Outcome::accepted;
  KindSet expected_kinds;
  Outcome actual = Outcome::accepted;
  KindSet actual_kinds;
  std::string account;  ///< the judge's own words: its first violation, or why it refused
  std::array<Opinion, published_checker_count> published{};

  [[nodiscard]] bool as_expected() const noexcept {
    return actual == expected && actual_kinds == expected_kinds;
  }
};

/// The whole trial.
struct TrialReport {
  std::vector<TrialLine> lines;

  [[nodiscard]] bool passed() const noexcept;
  [[nodiscard]] std::int64_t count(Outcome expected) const noexcept;
};

/// Puts every case of the catalogue before the judge and the published checkers.
[[nodiscard]] TrialReport run_oracle_trial(const Judge& judge);
/// The same for reference::judge().
[[nodiscard]] TrialReport run_oracle_trial();

/// A table for a terminal: our outcome and kinds a case, the published columns, and a summary.
[[nodiscard]] std::string to_text(const TrialReport& report);
/// The same as a Markdown table. "**A**": accepts a wrong answer; "**R**": rejects a right one.
[[nodiscard]] std::string to_markdown(const TrialReport& report);

}  // namespace tailproof::reference
