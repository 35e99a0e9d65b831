#include <fmt/format.h>

#include <algorithm>

#include "report/page.hpp"
#include "report/plot.hpp"
#include "study/study.hpp"

namespace tailproof::cli {
namespace {

constexpr std::size_t at_three_halves = 2;  // in study_quarters
constexpr std::size_t at_stride_128 = 3;    // in study_strides

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double request_of(std::size_t r) {
  return static_cast<double>(study_quarters[r]) / 4;
}

std::vector<std::pair<double, std::string>> request_ticks() {
  std::vector<std::pair<double, std::string>> ticks;
  for (std::size_t r = 0; r < study_quarters.size(); ++r) {
    ticks.emplace_back(request_of(r), fmt::format("{} K", request_of(r)));
  }
  return ticks;
}

Axis stride_axis() {
  Axis axis{.label = "stride s", .low = 13, .high = 310, .logarithmic = true};
  for (const std::uint32_t stride : study_strides) {
    axis.ticks.emplace_back(stride, std::to_string(stride));
  }
  return axis;
}

std::string gap_figure(const Study& study) {
  std::vector<Point> floor;
  std::vector<Point> median;
  std::vector<Point> high;
  for (std::size_t e = 0; e < study_gaps.size(); ++e) {
    floor.push_back({study_gaps[e], 1});
    median.push_back({study_gaps[e], study.kept[e].median});
    high.push_back({study_gaps[e], study.kept[e].p95});
  }
  Plot plot("retained tail against boundary error",
            {.label = "boundary error in gaps x(K) - x(K+1)",
             .low = 1,
             .high = 10000,
             .logarithmic = true},
            {.label = "C / K",
             .low = 0.9,
             .high = std::max(2.0, high.back().y * 1.1),
             .logarithmic = true,
             .ticks = {{1, "1"}, {1.5, "1.5"}, {2, "2"}, {4, "4"}, {10, "10"}, {30, "30"}}});
  plot.band(floor, high, "s0");
  plot.line(high, "s1");
  plot.line(median, "s0");
  return figure(plot.svg(), "Boundary error (fig. 3a).",
                fmt::format("Scores kept when the exact boundary is lowered; {} rows tied at K are "
                            "left out.",
                            study.tied_rows),
                {{"s0", "median"}, {"s1", "95th percentile"}});
}

std::string calibration_figure(const Study& study) {
  Plot plot("measured rank against requested rank",
            {.label = "requested rank", .low = 0.93, .high = 2.07, .ticks = request_ticks()},
            {.label = "measured / K", .low = 0.7, .high = 2.4});
  plot.line({{1, 1}, {2, 2}}, "dim");
  std::vector<Key> legend;
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    const std::string colour = fmt::format("s{}", s);
    std::vector<Point> line;
    for (std::size_t r = 0; r < study_quarters.size(); ++r) {
      const Spread& rank = study.calibration[s][r].rank;
      const double x = request_of(r) + (static_cast<double>(s) - 2) * 0.016;
      line.push_back({request_of(r), rank.median});
      if (r == at_three_halves) plot.stroke(x, rank.p5, rank.p95, colour);
    }
    plot.line(line, colour);
    legend.push_back({colour, fmt::format("1/{}", study_strides[s])});
  }
  return figure(plot.svg(), "Calibration (fig. 3b).",
                "Median complete-row rank of what a view takes for the request; strokes: 5th to "
                "95th percentile at 1.5 K.",
                legend);
}

std::string decile_figure(const Study& study) {
  const double most = *std::max_element(study.deciles.begin(), study.deciles.end());
  Axis x{.label = "position decile", .low = 0, .high = 10};
  for (int i = 0; i < 10; ++i) x.ticks.emplace_back(i + 0.5, std::to_string(i + 1));
  Plot plot("exact Top-K by position", x, {.label = "%", .low = 0, .high = 100 * most * 1.1});
  for (std::size_t i = 0; i < study.deciles.size(); ++i) {
    const auto at = static_cast<double>(i);
    plot.box({at + 0.08, 0}, {at + 0.92, 100 * study.deciles[i]}, i == 0 || i == 9 ? "s0" : "dim");
  }
  plot.level(10, "s1", "uniform");
  return figure(plot.svg(), "Endpoints (fig. 3c).",
                fmt::format("The first and last decile hold {:.1f} % of the exact Top-K.",
                            100 * (study.deciles.front() + study.deciles.back())));
}

std::string error_figure(const Study& study) {
  std::vector<Point> measured;
  std::vector<Point> expected;
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    const Calibration& view = study.calibration[s][at_three_halves];
    measured.push_back({static_cast<double>(study_strides[s]), view.error_rms});
    expected.push_back({static_cast<double>(study_strides[s]), view.exchangeable_rms});
  }
  const double most = std::max(measured.back().y, expected.back().y);
  Plot plot("RMS rank error", stride_axis(), {.label = "RMS / K", .low = 0, .high = most * 1.1});
  plot.line(expected, "s1");
  plot.marks(expected, Shape::ring, "s1");
  plot.line(measured, "s0");
  plot.marks(measured, Shape::dot, "s0");
  return figure(plot.svg(), "Rank error (fig. 3d).",
                "RMS about the request 1.5 K, and what eq. 8 gives for exchangeable positions.",
                {{"s0", "measured"}, {"s1", "exchangeable"}});
}

/// One curve of rates in percent, bars from nothing.
std::string rate_figure(const std::string& title, const std::string& text, Axis x,
                        const std::vector<Point>& once, const std::vector<Point>& twice) {
  double most = 0.1;
  for (const Point& point : once) most = std::max(most, point.y);
  Plot plot(title, std::move(x), {.label = "% of (row, phase)", .low = 0, .high = most * 1.1});
  plot.line(once, "s1");
  plot.marks(once, Shape::ring, "s1");
  plot.line(twice, "s0");
  plot.marks(twice, Shape::dot, "s0");
  return figure(plot.svg(), title, text, {{"s1", "C(tau0) < K"}, {"s0", "also after rescue"}});
}

std::vector<std::string> rate_figures(const Study& study) {
  std::vector<Point> curves[4];
  for (std::size_t r = 0; r < study_quarters.size(); ++r) {
    const PolicyRates& rates = study.policies[at_stride_128][r];
    curves[0].push_back({request_of(r), share(rates.short_once, rates.samples)});
    curves[1].push_back({request_of(r), share(rates.short_twice, rates.samples)});
  }
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    const PolicyRates& rates = study.policies[s][at_three_halves];
    const auto x = static_cast<double>(study_strides[s]);
    curves[2].push_back({x, share(rates.short_once, rates.samples)});
    curves[3].push_back({x, share(rates.short_twice, rates.samples)});
  }
  Axis margin{.label = "retention rho", .low = 0.93, .high = 2.07, .ticks = request_ticks()};
  return {
      rate_figure("Fallback by margin (fig. 9b, 11).", "Stride 128.", margin, curves[0], curves[1]),
      rate_figure("Fallback by stride (fig. 10b, 11).", "Retention 1.5.", stride_axis(), curves[2],
                  curves[3])};
}

void add_tables(Page& page, const Study& study) {
  const auto number = [](double value) { return fmt::format("{:.3f}", value); };
  std::vector<std::vector<std::string>> lines{{"stride", "rho", "short, %", "after rescue, %",
                                               "tail / K", "95 %", "most", "beyond 4096, %",
                                               "reads / L"}};
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    for (std::size_t r = 0; r < study_quarters.size(); ++r) {
      const PolicyRates& p = study.policies[s][r];
      lines.push_back(
          {std::to_string(study_strides[s]), fmt::format("{}", request_of(r)),
           number(share(p.short_once, p.samples)), number(share(p.short_twice, p.samples)),
           number(p.tail.median), number(p.tail.p95), number(p.tail.most),
           number(share(p.beyond_capacity, p.samples)), fmt::format("{:.4f}", p.reads)});
    }
  }
  page.paragraph(
      "What each policy comes to, over every phase of every row; the rescue boundary "
      "lies a quarter of K deeper.");
  page.table(lines);
  std::vector<std::vector<std::string>> groups{{"scores", "median", "95 %", "most"}};
  const std::pair<const char*, const Spread&> all[] = {
      {"equal to that at rank K", study.tie_group},
      {"in the row's largest plateau", study.plateau},
      {"in the coarse bin of rank K", study.boundary_bin},
      {"in the row's fullest coarse bin", study.largest_bin}};
  for (const auto& [name, spread] : all) {
    groups.push_back({name, fmt::format("{:.0f}", spread.median), fmt::format("{:.0f}", spread.p95),
                      fmt::format("{:.0f}", spread.most)});
  }
  page.paragraph("Ties and plateaus:");
  page.table(groups);
}

}  // namespace

std::string study_page(const std::vector<Study>& studies) {
  Page page("tailproof study");
  for (const Study& study : studies) {
    page.heading(study.file);
    page.paragraph(fmt::format("{} rows, {} studied (L >= 4 K), K = {}, L = {} to {}", study.rows,
                               study.studied, study.rank, study.least_length,
                               study.greatest_length));
    if (study.studied == 0) continue;
    std::vector<std::string> figures{gap_figure(study), calibration_figure(study),
                                     decile_figure(study), error_figure(study)};
    for (std::string& each : rate_figures(study)) figures.push_back(std::move(each));
    page.figures(figures);
    add_tables(page, study);
  }
  return page.html();
}

}  // namespace tailproof::cli
