/// What a saved score matrix tells about the choice of a policy: the paper's figure 3 (how exact a
/// boundary has to be, how well a regular view finds one) and the rates of figures 9 to 11.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tailproof/reference/score_matrix.hpp"

namespace tailproof::cli {

/// Strides s and requested ranks, in quarters of K, that are looked at: those of the paper.
inline constexpr std::array<std::uint32_t, 5> study_strides{16, 32, 64, 128, 256};
inline constexpr std::array<std::int64_t, 5> study_quarters{4, 5, 6, 7, 8};
/// Boundary errors in units of the gap between ranks K and K + 1.
inline constexpr std::array<double, 13> study_gaps{1,   2,   5,    10,   20,   50,   100,
                                                   200, 500, 1000, 2000, 5000, 10000};
/// The candidate capacity that sizes are compared with.
inline constexpr std::int64_t study_capacity = 4096;

/// Order statistics of a list, nearest rank.
struct Spread {
  double p5 = 0;
  double median = 0;
  double p95 = 0;
  double most = 0;
};
/// Sorts values. All zero for an empty list.
[[nodiscard]] Spread spread_of(std::vector<double>& values);

/// A view of one stride, asked for one rank, over every phase of every row. Unit: K.
struct Calibration {
  Spread rank;                  ///< J / K: complete-row rank of what the view took for rank K~
  double error_p95 = 0;         ///< 95 % of |J - K~| / K are no greater
  double error_rms = 0;         ///< about the request K~
  double exchangeable_rms = 0;  ///< eq. 8, for the same lengths and view sizes
};

/// How often a policy's boundary falls short, and what it costs otherwise.
struct PolicyRates {
  std::int64_t samples = 0;      ///< rows times phases
  std::int64_t no_view = 0;      ///< of them: fewer scores in the view than the request
  std::int64_t short_once = 0;   ///< C(tau0) < K
  std::int64_t short_twice = 0;  ///< also with a rescue boundary a quarter of K deeper
  std::int64_t own_rows = 0;     ///< the phase that the row has by its number, alone
  std::int64_t own_short_once = 0;
  std::int64_t own_short_twice = 0;
  std::int64_t beyond_capacity = 0;  ///< C(tau0) > study_capacity
  Spread tail;                       ///< C(tau0) / K
  double reads = 0;                  ///< mean reads / L before frontier work, with that rescue
};

/// One capture.
struct Study {
  std::string file;
  std::int32_t rank = 0;
  std::int64_t rows = 0;
  std::int64_t studied = 0;  ///< rows with L >= 4 K, at most so many at equal spacing
  std::int64_t least_length = 0;
  std::int64_t greatest_length = 0;

  std::int64_t tied_rows = 0;  ///< the scores at ranks K and K + 1 are equal: no gap
  std::array<Spread, study_gaps.size()> kept{};  ///< C(error) / K over the other rows
  std::array<std::array<Calibration, study_quarters.size()>, study_strides.size()> calibration{};
  std::array<double, 10> deciles{};  ///< share of the exact Top-K by absolute position
  std::array<std::array<PolicyRates, study_quarters.size()>, study_strides.size()> policies{};

  Spread tie_group;     ///< scores equal to that at rank K
  Spread plateau;       ///< largest group of equal scores of a row
  Spread boundary_bin;  ///< scores in the coarse bin that rank K falls in
  Spread largest_bin;   ///< scores in the fullest coarse bin of a row
};

/// @param file      for messages and reports
/// @param most_rows  of the rows that are long enough so many are studied, at equal spacing
/// Throws reference::ContractError for a NaN. Time: a sort a row.
[[nodiscard]] Study study(const reference::ScoreMatrix& matrix, std::int32_t rank,
                          std::int64_t most_rows, const std::string& file);

/// Tables for people.
[[nodiscard]] std::string study_text(const Study& study);
/// One object for all captures, as docs/study.md describes it.
[[nodiscard]] std::string study_json(const std::vector<Study>& studies);
/// One page with a section a capture.
[[nodiscard]] std::string study_page(const std::vector<Study>& studies);

}  // namespace tailproof::cli
