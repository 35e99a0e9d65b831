#include "report/row_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "report/page.hpp"
#include "report/plot.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"

namespace tailproof::cli {
namespace {

using reference::Histogram;
using reference::Trace;

constexpr std::size_t columns = 340;  // of a plot: more marks could not be told apart

/// The cutoff that the row's route ended with: t0, t1 after the band, that of tau* after recovery.
std::optional<float> last_cutoff(const Trace& trace) {
  if (trace.tau_star) return reference::bin_floor(*trace.tau_star);
  if (trace.count1 && trace.t1_bits) return std::bit_cast<float>(*trace.t1_bits);
  if (trace.t0_bits) return std::bit_cast<float>(*trace.t0_bits);
  return std::nullopt;
}

struct Range {
  double low = 1e300;
  double high = -1e300;
};

Range finite_range(std::span<const float> scores) {
  Range range;
  for (const float score : scores) {
    if (!std::isfinite(score)) continue;
    range.low = std::min(range.low, static_cast<double>(score));
    range.high = std::max(range.high, static_cast<double>(score));
  }
  if (range.low > range.high) range = {-1, 1};
  const double room = std::max((range.high - range.low) * 0.05, 1e-30);
  return {range.low - room, range.high + room};
}

double clamped(float score, const Range& range) {
  return std::clamp(static_cast<double>(score), range.low, range.high);
}

std::string scores_figure(std::span<const float> scores, const Trace& trace) {
  const Range range = finite_range(scores);
  const double length = static_cast<double>(scores.size());
  Plot plot("scores by position", {.label = "position in the row", .low = 0, .high = length},
            {.label = "score", .low = range.low, .high = range.high}, 280);
  const auto cutoff = last_cutoff(trace);
  const bool band = trace.t0_bits && trace.t1_bits;
  if (band) {
    const double t0 = clamped(std::bit_cast<float>(*trace.t0_bits), range);
    const double t1 = clamped(std::bit_cast<float>(*trace.t1_bits), range);
    plot.band({{0, t1}, {length, t1}}, {{0, t0}, {length, t0}}, "s1");
  }
  // A column shows the least and greatest of its scores, admitted ones apart.
  const std::size_t count = std::min(columns, scores.size());
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t begin = c * scores.size() / count;
    const std::size_t end = (c + 1) * scores.size() / count;
    Range parts[2];
    for (std::size_t i = begin; i < end; ++i) {
      Range& part = parts[cutoff && scores[i] >= *cutoff ? 1 : 0];
      const double height = clamped(scores[i], range);
      part.low = std::min(part.low, height);
      part.high = std::max(part.high, height);
    }
    const double x = static_cast<double>(begin + end) / 2;
    for (int each = 0; each < 2; ++each) {
      if (parts[each].low > parts[each].high) continue;
      const char* const colour = each == 0 ? "dim" : "s2";
      plot.stroke(x, parts[each].low, parts[each].high, colour);
      if (end - begin == 1) plot.marks({{x, parts[each].low}}, Shape::dot, colour);
    }
  }
  std::vector<Key> legend{{"s2", "admitted"}, {"dim", "left out"}};
  if (trace.t0_bits) legend.push_back({"s0", "boundary t0"});
  if (trace.t1_bits) legend.push_back({"s1", "rescue t1 and the band"});
  if (trace.tau_star) legend.push_back({"s3", "exact boundary"});
  if (trace.t0_bits) plot.level(clamped(std::bit_cast<float>(*trace.t0_bits), range), "s0", "t0");
  if (trace.t1_bits) plot.level(clamped(std::bit_cast<float>(*trace.t1_bits), range), "s1", "t1");
  if (trace.tau_star) {
    plot.level(clamped(reference::bin_floor(*trace.tau_star), range), "s3", "tau*");
  }
  return figure(plot.svg(), "Score row.",
                "Range of the scores in each column; the admitted tail in colour.", legend);
}

std::string positions_figure(std::span<const float> scores, float cutoff) {
  constexpr std::size_t bins = 60;
  std::vector<double> counts(std::min(bins, scores.size()), 0);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= cutoff) counts[i * counts.size() / scores.size()] += 1;
  }
  const double most = std::max(1.0, *std::max_element(counts.begin(), counts.end()));
  const double width = static_cast<double>(scores.size()) / static_cast<double>(counts.size());
  Plot plot("positions of the admitted tail",
            {.label = "position in the row", .low = 0, .high = static_cast<double>(scores.size())},
            {.label = "admitted", .low = 0, .high = most});
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const double x = static_cast<double>(bin) * width;
    plot.box({x + width * 0.06, 0}, {x + width * 0.94, counts[bin]}, "s2");
  }
  return figure(plot.svg(), "Admitted tail.", "Where in the row the admitted scores lie.");
}

/// A line at a bin of a histogram.
struct BinMark {
  std::uint32_t bin;
  const char* colour;
  std::string label;
};

/// Bars over the bins that hold something, on a logarithmic height; past the last mark faint.
std::string histogram_figure(const Histogram& histogram, const std::string& title,
                             const std::string& text, const std::string& axis,
                             const std::vector<BinMark>& marks) {
  std::size_t low = histogram.size();
  std::size_t high = 0;
  for (std::size_t bin = 0; bin < histogram.size(); ++bin) {
    if (histogram[bin] == 0) continue;
    low = std::min(low, bin);
    high = bin + 1;
  }
  if (low >= high) return "";
  double most = 1;
  std::uint32_t kept = 0;
  for (const BinMark& mark : marks) kept = std::max(kept, mark.bin);
  const std::size_t group = (high - low + columns - 1) / columns;
  std::vector<double> counts;
  for (std::size_t bin = low; bin < high; bin += group) {
    double count = 0;
    for (std::size_t i = bin; i < std::min(bin + group, high); ++i) count += histogram[i];
    counts.push_back(count);
    most = std::max(most, count);
  }
  Plot plot(title,
            {.label = axis, .low = static_cast<double>(low), .high = static_cast<double>(high)},
            {.label = "scores", .low = 0.7, .high = most * 1.5, .logarithmic = true});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const std::size_t bin = low + i * group;
    const bool inside = marks.empty() || bin <= kept;
    const bool boundary = inside && bin + group > kept && !marks.empty();
    const double end = static_cast<double>(bin) + static_cast<double>(group) * 0.94;
    plot.box({static_cast<double>(bin), 0.7}, {end, counts[i]},
             boundary ? "s0"
             : inside ? "s2"
                      : "dim");
  }
  for (const BinMark& mark : marks) plot.upright(mark.bin + 0.5, mark.colour, mark.label);
  return figure(plot.svg(), title, text);
}

std::vector<std::string> coarse_figures(const Trace& trace) {
  std::vector<BinMark> sampled;
  if (trace.tau1) sampled.push_back({*trace.tau1, "s1", "tau1"});
  if (trace.tau0) sampled.push_back({*trace.tau0, "s0", "tau0"});
  std::vector<std::string> figures;
  figures.push_back(histogram_figure(
      trace.sampled_histogram, "Sampled view.",
      fmt::format("Coarse bins over the view of {} scores; the boundary is where the count reaches "
                  "q = {}.",
                  trace.view.value_or(0), trace.q.value_or(0)),
      "coarse bin (large scores left)", sampled));
  std::vector<BinMark> exact;
  if (trace.tau_star) exact.push_back({*trace.tau_star, "s3", "tau*"});
  figures.push_back(
      histogram_figure(trace.coarse_histogram, "Exact coarse recovery.",
                       "Coarse bins over the whole row; the boundary is where the count reaches K.",
                       "coarse bin (large scores left)", exact));
  return figures;
}

}  // namespace

std::string row_page(const std::string& name, std::span<const float> scores, const Trace& trace,
                     const reference::Policy& policy, const std::string& account) {
  Page page(fmt::format("tailproof explain: {}, row {}", name, trace.row));
  page.verdict(fmt::format("L = {}, K = {}, route {}", trace.length, trace.rank,
                           reference::route_name(trace.route)),
               "dim");
  page.paragraph("policy " + reference::to_string(policy));
  std::vector<std::string> figures;
  if (!scores.empty()) figures.push_back(scores_figure(scores, trace));
  for (std::string& each : coarse_figures(trace)) figures.push_back(std::move(each));
  if (const auto cutoff = last_cutoff(trace); cutoff && !scores.empty()) {
    figures.push_back(positions_figure(scores, *cutoff));
  }
  for (std::size_t j = 0; j < trace.rounds.size(); ++j) {
    const reference::RoundTrace& round = trace.rounds[j];
    figures.push_back(histogram_figure(
        round.histogram, fmt::format("Digit round {}.", j + 1),
        fmt::format("Committed {}, kept {} of digit {}, still to choose {}.", round.committed,
                    round.kept, round.digit, round.quota),
        fmt::format("digit of {} bits (large scores left)", policy.parameters().digit_widths[j]),
        {{round.digit, "s0", fmt::format("b = {}", round.digit)}}));
  }
  std::erase(figures, "");
  page.figures(figures);
  page.heading("Account");
  page.code(account);
  return page.html();
}

}  // namespace tailproof::cli
