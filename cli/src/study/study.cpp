#include "study/study.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/view.hpp"

namespace tailproof::cli {
namespace {

constexpr std::size_t strides = study_strides.size();
constexpr std::size_t requests = study_quarters.size();

std::int64_t sample_rank(std::size_t request, std::int32_t rank, std::int64_t stride) {
  const std::int64_t whole = 4 * stride;
  return (study_quarters[request] * rank + whole - 1) / whole;
}

double squared(double value) {
  return value * value;
}

/// The valid scores of a row in descending order, each with its position.
class SortedRow {
 public:
  void load(std::span<const float> scores) {
    entries_.clear();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      entries_.push_back(std::uint64_t{reference::key32(scores[i])} << 32 | i);
    }
    std::sort(entries_.begin(), entries_.end());
  }
  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(entries_.size()); }
  [[nodiscard]] std::uint32_t key(std::int64_t j) const {
    return static_cast<std::uint32_t>(entries_[static_cast<std::size_t>(j)] >> 32);
  }
  [[nodiscard]] std::int64_t position(std::int64_t j) const {
    return static_cast<std::int64_t>(entries_[static_cast<std::size_t>(j)] & 0xffffffffu);
  }
  [[nodiscard]] double value(std::int64_t j) const {
    return static_cast<double>(std::bit_cast<float>(reference::bits_of_key32(key(j))));
  }
  [[nodiscard]] std::uint32_t bin(std::int64_t j) const {
    return reference::coarse_of_bits(reference::bits_of_key32(key(j)));
  }
  /// How many scores hold: those come first.
  template <class Holds>
  [[nodiscard]] std::int64_t count(Holds holds) const {
    std::int64_t low = 0;
    std::int64_t high = length();
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      (holds(middle) ? low : high) = holds(middle) ? middle + 1 : middle;
    }
    return low;
  }

 private:
  std::vector<std::uint64_t> entries_;
};

/// What is collected over all rows; Study holds what comes of it.
struct Collected {
  std::array<std::vector<double>, study_gaps.size()> kept;
  std::array<std::array<std::vector<double>, requests>, strides> ranks;
  std::array<std::array<double, requests>, strides> expected_squares{};
  std::array<std::array<std::vector<double>, requests>, strides> tails;
  std::vector<double> tie_group;
  std::vector<double> plateau;
  std::vector<double> boundary_bin;
  std::vector<double> largest_bin;
};

void take_gaps(const SortedRow& row, Study& study, Collected& all) {
  const double at_rank = row.value(study.rank - 1);
  const double gap = at_rank - row.value(study.rank);
  if (!(gap > 0) || !std::isfinite(gap)) {
    ++study.tied_rows;
    return;
  }
  for (std::size_t e = 0; e < study_gaps.size(); ++e) {
    const double boundary = at_rank - study_gaps[e] * gap;
    const auto kept = row.count([&](std::int64_t j) { return row.value(j) >= boundary; });
    all.kept[e].push_back(static_cast<double>(kept) / study.rank);
  }
}

void take_deciles(const SortedRow& row, Study& study) {
  for (std::int64_t j = 0; j < study.rank; ++j) {
    study.deciles[static_cast<std::size_t>(row.position(j) * 10 / row.length())] += 1;
  }
}

void take_groups(const SortedRow& row, const Study& study, Collected& all) {
  const std::int64_t at_rank = study.rank - 1;
  std::int64_t longest[2] = {0, 0};  // of equal keys, of equal bins
  std::int64_t begin[2] = {0, 0};
  for (std::int64_t j = 1; j <= row.length(); ++j) {
    const bool ends[2] = {j == row.length() || row.key(j) != row.key(j - 1),
                          j == row.length() || row.bin(j) != row.bin(j - 1)};
    std::vector<double>* const cut[2] = {&all.tie_group, &all.boundary_bin};
    for (int each = 0; each < 2; ++each) {
      if (!ends[each]) continue;
      longest[each] = std::max(longest[each], j - begin[each]);
      if (begin[each] <= at_rank && at_rank < j) {
        cut[each]->push_back(static_cast<double>(j - begin[each]));
      }
      begin[each] = j;
    }
  }
  all.plateau.push_back(static_cast<double>(longest[0]));
  all.largest_bin.push_back(static_cast<double>(longest[1]));
}

/// Eq. 8: mean square of J - K~ where every set of n positions is equally likely to be the view.
double expected_square(double q, double n, double length, double request) {
  const double mean = q * (length + 1) / (n + 1);
  const double variance =
      q * (n - q + 1) * (length + 1) * (length - n) / (squared(n + 1) * (n + 2));
  return variance + squared(mean - request);
}

/// What one phase of one row saw at each requested rank: places in the sorted row, or -1.
using Places = std::array<std::int64_t, requests>;

void take_rates(const SortedRow& row, const Places& places, bool own, std::int64_t view,
                std::size_t s, Study& study, Collected& all) {
  const auto tail_of = [&](std::size_t request) {
    const std::uint32_t tau = row.bin(places[request]);
    return row.count([&](std::int64_t j) { return row.bin(j) <= tau; });
  };
  const double scans = static_cast<double>(view) / static_cast<double>(row.length());
  for (std::size_t r = 0; r < requests; ++r) {
    PolicyRates& rates = study.policies[s][r];
    const bool rescue = r + 1 < requests;
    ++rates.samples;
    rates.own_rows += own ? 1 : 0;
    if (places[rescue ? r + 1 : r] < 0) {
      ++rates.no_view;
      rates.reads += 2;
      continue;
    }
    const std::int64_t tail = tail_of(r);
    all.tails[s][r].push_back(static_cast<double>(tail) / study.rank);
    rates.beyond_capacity += tail > study_capacity ? 1 : 0;
    const bool once = tail < study.rank;
    const bool twice = once && (!rescue || tail_of(r + 1) < study.rank);
    rates.short_once += once ? 1 : 0;
    rates.short_twice += twice ? 1 : 0;
    rates.own_short_once += once && own ? 1 : 0;
    rates.own_short_twice += twice && own ? 1 : 0;
    // Spec 6: L + V, 2L + V after the band, 4L + V after a failed one, 3L + V without.
    rates.reads += scans + (!once ? 1 : !twice ? 2 : rescue ? 4 : 3);
  }
}

void take_views(const SortedRow& row, std::int64_t number, std::size_t s, Study& study,
                Collected& all) {
  const std::uint32_t stride = study_strides[s];
  std::vector<std::int64_t> seen(stride, 0);
  std::vector<Places> places(stride, [] {
    Places none;
    none.fill(-1);
    return none;
  }());
  std::size_t open = stride;
  for (std::int64_t j = 0; j < row.length() && open > 0; ++j) {
    const auto phase = static_cast<std::size_t>(row.position(j) % stride);
    ++seen[phase];
    for (std::size_t r = 0; r < requests; ++r) {
      if (seen[phase] != sample_rank(r, study.rank, stride)) continue;
      places[phase][r] = j;
      open -= r + 1 == requests ? 1 : 0;
    }
  }
  const std::uint32_t own = reference::view_phase(number, stride);
  for (std::uint32_t phase = 0; phase < stride; ++phase) {
    const std::int64_t view = (row.length() - phase + stride - 1) / stride;
    take_rates(row, places[phase], phase == own, view, s, study, all);
    for (std::size_t r = 0; r < requests; ++r) {
      const std::int64_t place = places[phase][r];
      if (place < 0) continue;
      const std::uint32_t key = row.key(place);
      const auto rank = row.count([&](std::int64_t j) { return row.key(j) <= key; });
      all.ranks[s][r].push_back(static_cast<double>(rank) / study.rank);
      all.expected_squares[s][r] +=
          expected_square(static_cast<double>(sample_rank(r, study.rank, stride)),
                          static_cast<double>(view), static_cast<double>(row.length()),
                          static_cast<double>(study_quarters[r]) * study.rank / 4);
    }
  }
}

void finish(Study& study, Collected& all) {
  for (std::size_t e = 0; e < study_gaps.size(); ++e) study.kept[e] = spread_of(all.kept[e]);
  for (double& share : study.deciles) {
    share /= static_cast<double>(std::max<std::int64_t>(1, study.studied)) * study.rank;
  }
  for (std::size_t s = 0; s < strides; ++s) {
    for (std::size_t r = 0; r < requests; ++r) {
      Calibration& result = study.calibration[s][r];
      std::vector<double>& ranks = all.ranks[s][r];
      const double count = static_cast<double>(std::max<std::size_t>(1, ranks.size()));
      const double request = static_cast<double>(study_quarters[r]) / 4;
      std::vector<double> errors;
      double squares = 0;
      for (const double rank : ranks) {
        errors.push_back(std::fabs(rank - request));
        squares += squared(rank - request);
      }
      result.rank = spread_of(ranks);
      result.error_p95 = spread_of(errors).p95;
      result.error_rms = std::sqrt(squares / count);
      result.exchangeable_rms = std::sqrt(all.expected_squares[s][r] / count) / study.rank;
      PolicyRates& rates = study.policies[s][r];
      rates.tail = spread_of(all.tails[s][r]);
      rates.reads /= static_cast<double>(std::max<std::int64_t>(1, rates.samples));
    }
  }
  study.tie_group = spread_of(all.tie_group);
  study.plateau = spread_of(all.plateau);
  study.boundary_bin = spread_of(all.boundary_bin);
  study.largest_bin = spread_of(all.largest_bin);
}

}  // namespace

Spread spread_of(std::vector<double>& values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&values](std::size_t percent) {
    return values[std::max<std::size_t>(1, (values.size() * percent + 99) / 100) - 1];
  };
  return {at(5), at(50), at(95), values.back()};
}

Study study(const reference::ScoreMatrix& matrix, std::int32_t rank, std::int64_t most_rows,
            const std::string& file) {
  Study result;
  result.file = file;
  result.rank = rank;
  result.rows = matrix.rows();
  std::vector<std::int64_t> eligible;
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    if (matrix.lengths[static_cast<std::size_t>(row)] >= 4 * std::int64_t{rank}) {
      eligible.push_back(row);
    }
  }
  const auto found = static_cast<std::int64_t>(eligible.size());
  result.studied = std::min(found, most_rows);
  Collected all;
  SortedRow sorted;
  for (std::int64_t each = 0; each < result.studied; ++each) {
    const std::int64_t row = eligible[static_cast<std::size_t>(each * found / result.studied)];
    reference::require_no_nan(matrix.valid(row), row);
    sorted.load(matrix.valid(row));
    const std::int64_t length = sorted.length();
    result.least_length = each == 0 ? length : std::min(result.least_length, length);
    result.greatest_length = std::max(result.greatest_length, length);
    take_gaps(sorted, result, all);
    take_deciles(sorted, result);
    take_groups(sorted, result, all);
    for (std::size_t s = 0; s < strides; ++s) take_views(sorted, row, s, result, all);
  }
  finish(result, all);
  return result;
}

}  // namespace tailproof::cli
