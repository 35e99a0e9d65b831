#include "report/finding_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "report/plot.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/view.hpp"

namespace tailproof::cli {
namespace {

using reference::key32;

/// Heights of scores. Few distinct ones stand evenly, however close they are: a case is often
/// about scores one bit apart. Many are drawn to scale, infinities at the edges.
class Heights {
 public:
  explicit Heights(const std::vector<float>& scores) {
    for (const float score : scores) {
      steps_.emplace(~key32(score), score);
      if (std::isfinite(score)) {
        low_ = std::min(low_, static_cast<double>(score));
        high_ = std::max(high_, static_cast<double>(score));
      }
    }
    even_ = steps_.size() <= most_steps;
    if (even_) {
      double height = 0;
      for (auto& [order, score] : steps_) heights_[order] = height++;
    }
    if (!(high_ > low_)) high_ = low_ + 1;
  }

  [[nodiscard]] double of(float score) const {
    if (even_) {
      // A cutoff that is no score of the row lies between the steps around it.
      const auto above = heights_.lower_bound(~key32(score));
      if (above == heights_.end()) return static_cast<double>(heights_.size()) - 0.5;
      return above->first == ~key32(score) ? above->second : above->second - 0.5;
    }
    const double room = (high_ - low_) * 0.06;
    if (!std::isfinite(score)) return score > 0 ? high_ + room : low_ - room;
    return std::clamp(static_cast<double>(score), low_ - room, high_ + room);
  }

  [[nodiscard]] Axis axis() const {
    const double room = (high_ - low_) * 0.1;
    if (!even_) return {.label = "score", .low = low_ - room, .high = high_ + room};
    Axis axis{.label = "score (even steps)",
              .low = -0.7,
              .high = static_cast<double>(heights_.size()) - 0.3};
    for (const auto& [order, score] : steps_) {
      const std::string name = fmt::format("{:.3g}", score);
      const bool again = !axis.ticks.empty() && axis.ticks.back().second.starts_with(name);
      axis.ticks.emplace_back(heights_.at(order), again ? name + "+" : name);
    }
    return axis;
  }

 private:
  static constexpr std::size_t most_steps = 14;
  std::map<std::uint32_t, float> steps_;  ///< by value, the least first
  std::map<std::uint32_t, double> heights_;
  double low_ = 1e300;
  double high_ = -1e300;
  bool even_ = false;
};

std::map<std::int32_t, int> counted(const std::vector<std::int32_t>& indices, std::size_t row,
                                    std::size_t rank) {
  std::map<std::int32_t, int> counts;
  if (indices.size() < (row + 1) * rank) return counts;
  for (std::size_t slot = 0; slot < rank; ++slot) ++counts[indices[row * rank + slot]];
  return counts;
}

struct Groups {
  std::vector<Point> rest;
  std::vector<Point> right;
  std::vector<Point> wrong;
  std::vector<Point> missing;
};

Groups grouped(const std::vector<float>& scores, const Heights& heights,
               const std::map<std::int32_t, int>& got, std::uint32_t cut) {
  Groups groups;
  // Long rows: of the scores that nobody picked so many that they can be told apart.
  const std::size_t step = std::max<std::size_t>(1, scores.size() / 1500);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Point point{static_cast<double>(i), heights.of(scores[i])};
    const auto found = got.find(static_cast<std::int32_t>(i));
    const std::uint32_t key = key32(scores[i]);
    if (found != got.end()) {
      (key > cut || found->second > 1 ? groups.wrong : groups.right).push_back(point);
    } else if (key < cut) {
      groups.missing.push_back(point);
    } else if (i % step == 0) {
      groups.rest.push_back(point);
    }
  }
  return groups;
}

/// Slots left to fill after the picks that are right and those certainly missing: of the scores
/// tied at the cut the reference's choice is as good as any.
void add_missing_ties(Groups& groups, const std::vector<float>& scores, const Heights& heights,
                      const std::map<std::int32_t, int>& got,
                      const std::map<std::int32_t, int>& expected, std::size_t rank) {
  for (const auto& [index, count] : expected) {
    if (groups.right.size() + groups.missing.size() >= std::min(rank, scores.size())) return;
    if (index < 0 || got.contains(index)) continue;
    const Point point{static_cast<double>(index),
                      heights.of(scores[static_cast<std::size_t>(index)])};
    const bool known = std::any_of(groups.missing.begin(), groups.missing.end(),
                                   [&](const Point& each) { return each.x == point.x; });
    if (!known) groups.missing.push_back(point);
  }
}

/// How many slots hold what is no position of the row, though each is due one.
std::int64_t stray_slots(const std::map<std::int32_t, int>& got, std::size_t length,
                         std::size_t rank) {
  std::int64_t stray = 0;
  for (const auto& [index, count] : got) {
    if (index < 0 || static_cast<std::size_t>(index) >= length) stray += count;
  }
  return length < rank ? std::max<std::int64_t>(0, stray - static_cast<std::int64_t>(rank - length))
                       : stray;
}

}  // namespace

std::string finding_figure(const properties::CaseReport& report) {
  const auto& rows = report.specimen.rows;
  const auto row = static_cast<std::size_t>(std::max<std::int64_t>(0, report.row));
  if (row >= rows.scores.size() || rows.scores[row].empty()) return "";
  const std::vector<float>& scores = rows.scores[row];
  const auto rank = static_cast<std::size_t>(rows.rank);
  const Heights heights(scores);
  std::vector<float> sorted = scores;
  std::sort(sorted.begin(), sorted.end(), [](float a, float b) { return key32(a) < key32(b); });
  const float cut = sorted[std::min(rank, sorted.size()) - 1];
  const auto got = counted(report.indices, row, rank);
  Groups groups = grouped(scores, heights, got, key32(cut));
  add_missing_ties(groups, scores, heights, got, counted(report.expected_indices, row, rank), rank);

  const double last = static_cast<double>(scores.size()) - 1;
  const double room = std::max(0.5, last * 0.02);
  Axis positions{.label = "position in the row", .low = -room, .high = last + room};
  if (last <= 12) {
    for (double i = 0; i <= last; ++i) positions.ticks.emplace_back(i, fmt::format("{:.0f}", i));
  }
  Plot plot("scores of the failing row", positions, heights.axis(), 270);
  plot.marks(groups.rest, Shape::dot, "dim");
  plot.level(heights.of(cut), "s0", "rank K");
  if (row < report.expected_traces.size() && report.expected_traces[row].t0_bits) {
    const auto t0 = std::bit_cast<float>(*report.expected_traces[row].t0_bits);
    plot.level(heights.of(t0), "s3", "cutoff t0");
  }
  if (rows.policy.proposal() == reference::Proposal::sampled) {
    const auto view =
        reference::make_view(static_cast<std::int64_t>(row),
                             static_cast<std::int64_t>(scores.size()), rows.policy.stride());
    std::vector<Point> seen;
    for (std::int64_t j = 0; j < std::min<std::int64_t>(view.size, 400); ++j) {
      seen.push_back({static_cast<double>(view.position(j)), 0});
    }
    plot.marks(seen, Shape::tick, "s4");
  }
  plot.marks(groups.right, Shape::dot, "good");
  plot.marks(groups.missing, Shape::ring, "s1");
  plot.marks(groups.wrong, Shape::cross, "bad");
  return figure(plot.svg(), fmt::format("Row {}: L = {}, K = {}.", row, scores.size(), rank),
                fmt::format("{} right, {} wrong, {} missing, {} slots without a position.",
                            groups.right.size(), groups.wrong.size(), groups.missing.size(),
                            stray_slots(got, scores.size(), rank)),
                {{"good", "right pick"},
                 {"bad", "wrong pick"},
                 {"s1", "missing"},
                 {"dim", "not picked"},
                 {"s0", "rank K"},
                 {"s3", "sampled cutoff"},
                 {"s4", "in the sampled view"}});
}

}  // namespace tailproof::cli
