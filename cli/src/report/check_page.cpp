#include <fmt/format.h>

#include <algorithm>

#include "report/check_report.hpp"
#include "report/finding_figure.hpp"
#include "report/page.hpp"
#include "report/plot.hpp"
#include "report/test_points.hpp"
#include "tailproof/properties/case_text.hpp"

namespace tailproof::cli {
namespace {

std::string quarters(std::int64_t edge) {
  return short_number(static_cast<double>(edge) / 4) + " K";
}

std::string route_figure(const properties::Coverage& coverage) {
  HeatMap map;
  map.name = "rows by family and route";
  for (int route = 0; route < reference::route_count; ++route) {
    map.columns.emplace_back(reference::route_name(static_cast<reference::Route>(route)));
  }
  for (const auto& [family, counts] : coverage.families) {
    map.rows.push_back(family);
    map.cells.emplace_back(counts.begin(), counts.end());
  }
  return figure(map.svg(), "Family x route.",
                "Rows of each family by the route that they force in the reference.");
}

std::string capacity_figure(const properties::Coverage& coverage) {
  HeatMap map;
  map.name = "rows by declared capacity and edge";
  for (int edge = 0; edge < generators::capacity_edge_count; ++edge) {
    map.columns.emplace_back(generators::capacity_edge_name(edge));
  }
  for (const auto& [capacity, counts] : coverage.capacities) {
    map.rows.push_back(std::to_string(capacity));
    map.cells.emplace_back(counts.begin(), counts.end());
  }
  return figure(map.svg(), "Declared capacities.",
                "Rows with so many scores at the boundary, by the capacity c that they probe.");
}

std::string tail_figure(const properties::TailSizes& tails) {
  using properties::TailSizes;
  const auto& rows = tails.rows;
  const auto most = static_cast<double>(*std::max_element(rows.begin(), rows.end()));
  Axis x{.label = "C(tau0), size of the admitted tail",
         .low = 0,
         .high = static_cast<double>(rows.size())};
  for (const std::size_t edge : {0u, 3u, 5u, 7u, 9u, 11u, 13u}) {
    x.ticks.emplace_back(static_cast<double>(edge) + 1, quarters(TailSizes::edges[edge]));
  }
  Plot plot("sizes of admitted tails", x, {.label = "rows", .low = 0, .high = std::max(1.0, most)});
  for (std::size_t bin = 0; bin < rows.size(); ++bin) {
    const auto at = static_cast<double>(bin);
    // Edges 0 to 3 end at K: these tails are too small and need the band or recovery.
    plot.box({at + 0.06, 0}, {at + 0.94, static_cast<double>(rows[bin])}, bin <= 3 ? "s1" : "s0");
  }
  return figure(plot.svg(), "Admitted tails.", "Rows by C(tau0) against K.",
                {{"s1", "below K: band or recovery"}, {"s0", "certified"}});
}

std::string speed_figure(const std::vector<SpeedPoint>& points) {
  constexpr std::size_t most_points = 150;
  const std::size_t step = std::max<std::size_t>(1, points.size() / most_points);
  std::vector<Point> line;
  SpeedPoint before;
  double most = 1;
  for (std::size_t i = step - 1; i < points.size(); i += step) {
    const double seconds = points[i].seconds - before.seconds;
    if (seconds > 0) line.push_back({points[i].seconds, (points[i].rows - before.rows) / seconds});
    if (seconds > 0) most = std::max(most, line.back().y);
    before = points[i];
  }
  if (line.empty()) return "";
  Plot plot("rows a second", {.label = "seconds since the start", .low = 0, .high = line.back().x},
            {.label = "rows/s", .low = 0, .high = most});
  plot.line(line, "s0");
  plot.marks(line, Shape::dot, "s0");
  return figure(plot.svg(), "Speed.", "Rows checked a second, over the run.");
}

std::string kill_figure(const KillMatrix& kills) {
  HeatMap map;
  map.name = "planted faults by the property that finds them";
  map.words = true;
  std::size_t survived = 0;
  for (const auto& fault : kills.faults) {
    survived += fault.killed_by.empty() ? 1 : 0;
    for (const std::string& property : fault.killed_by) {
      if (std::find(map.columns.begin(), map.columns.end(), property) == map.columns.end()) {
        map.columns.push_back(property);
      }
    }
  }
  for (const auto& fault : kills.faults) {
    map.rows.push_back(fault.killed_by.empty() ? fault.name + " (survives)" : fault.name);
    std::vector<double> line;
    for (const std::string& property : map.columns) {
      const auto& by = fault.killed_by;
      line.push_back(std::find(by.begin(), by.end(), property) != by.end() ? 1 : 0);
    }
    map.cells.push_back(std::move(line));
  }
  return figure(map.svg(), "Kill matrix.",
                fmt::format("{} planted faults, {} survive.", kills.faults.size(), survived));
}

void add_finding(Page& page, const ReportedFailure& failed) {
  const properties::Finding& finding = failed.failure.finding;
  page.heading(fmt::format("{}: {}", properties::finding_class_name(finding.finding_class),
                           finding.property));
  page.paragraph(finding.detail);
  if (failed.report) {
    const std::string picture = finding_figure(*failed.report);
    page.raw("<div class=\"finding\">\n" + picture);
    page.code(properties::case_text(*failed.report));
    page.raw("</div>\n");
  }
  std::string again;
  if (!failed.folder.empty()) {
    again += "tailproof replay " + failed.folder + "\n";
    if (failed.report && !properties::python_reproducer(*failed.report).empty()) {
      again += "python3 " + failed.folder + "/reproduce.py\nc++ -std=c++20 " + failed.folder +
               "/reproduce.cpp -o reproduce && ./reproduce\n";
    }
  }
  again += "recipe of the case it came from: " + generators::to_string(failed.failure.recipe);
  page.paragraph("Reproduce:");
  page.code(again, true);
  if (failed.report && !properties::python_reproducer(*failed.report).empty()) {
    page.raw("<details><summary>reproduce.py, complete</summary>\n");
    page.code(properties::python_reproducer(*failed.report));
    page.raw("</details>\n");
  }
}

void add_properties(Page& page, const CheckReport& report) {
  page.heading("Properties");
  std::vector<std::vector<std::string>> lines{
      {"property", "cases", "violations", "variations", "robustness", "states"}};
  for (const properties::PropertyTally& tally : report.result.tallies) {
    if (!tally.not_checked.empty()) {
      lines.push_back({std::string(tally.property->name), "SKIP", "", "", "", tally.not_checked});
      continue;
    }
    lines.push_back({std::string(tally.property->name), std::to_string(tally.cases),
                     std::to_string(tally.violations), std::to_string(tally.variations),
                     std::to_string(tally.robustness), std::string(tally.property->states)});
  }
  page.table(lines);
  for (const std::string& family : report.result.left_out) {
    page.paragraph("SKIP family " + family);
  }
}

void add_marks(Page& page, const CheckReport& report) {
  page.heading("Coverage marks");
  page.paragraph(
      fmt::format("How often the reference came by each event; at least {} each were "
                  "demanded.",
                  report.min_hits));
  std::vector<std::vector<std::string>> lines{{"mark", "rows", ""}};
  for (int each = 0; each < reference::mark_count; ++each) {
    const auto mark = static_cast<reference::Mark>(each);
    const std::uint64_t hits = report.result.coverage.marks[mark];
    lines.push_back({std::string(reference::mark_name(mark)), std::to_string(hits),
                     hits < report.min_hits ? "SHORT" : ""});
  }
  page.table(lines);
}

}  // namespace

std::string check_page(const CheckReport& report) {
  const properties::CheckResult& result = report.result;
  Page page("tailproof check: " + report.options.subject);
  const auto points = test_points(report);
  const auto bad = std::count_if(points.begin(), points.end(), [](const TestPoint& point) {
    return point.outcome == Outcome::failed || point.outcome == Outcome::died;
  });
  if (bad > 0) {
    page.verdict(fmt::format("{} of {} test points fail", bad, points.size()), "bad");
  } else if (!result.checked_anything()) {
    page.verdict("nothing was checked", "bad");
  } else {
    page.verdict("all checked and right", "good");
  }
  page.paragraph(
      fmt::format("seed {}, {} cases, {} rows, {} cases refused, {:.1f} s, {:.0f} "
                  "rows/s on {} threads",
                  report.options.seed, result.cases, result.rows, result.refused_cases,
                  result.seconds, result.rows_per_second(), report.options.threads));
  for (const ReportedFailure& failed : report.failures) add_finding(page, failed);
  page.heading("What was drawn");
  std::vector<std::string> figures;
  if (!result.coverage.families.empty()) figures.push_back(route_figure(result.coverage));
  if (!result.coverage.capacities.empty()) {
    figures.push_back(capacity_figure(result.coverage));
  }
  figures.push_back(tail_figure(result.coverage.tails));
  if (!report.speed.empty()) figures.push_back(speed_figure(report.speed));
  if (report.kills) figures.push_back(kill_figure(*report.kills));
  page.figures(figures);
  add_properties(page, report);
  add_marks(page, report);
  return page.html();
}

}  // namespace tailproof::cli
