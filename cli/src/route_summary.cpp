#include "route_summary.hpp"

#include <algorithm>
#include <cstddef>

namespace tailproof::cli {
namespace {

double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Nearest-rank percentile of a sorted list: the smallest value that `percent` of all reach.
double percentile(const std::vector<double>& sorted, std::size_t percent) {
  constexpr std::size_t whole = 100;
  return sorted[(sorted.size() * percent + whole - 1) / whole - 1];
}

void print_sizes(Output& output, const char* label, const char* unit, std::vector<double> values) {
  constexpr std::size_t median = 50;
  constexpr std::size_t high = 95;
  output.print("{:<26}{:>6}", label, values.size());
  if (values.empty()) {
    output.print("{:>12}{:>12}{:>12}\n", "-", "-", "-");
    return;
  }
  std::sort(values.begin(), values.end());
  const auto cell = [&](double value) { return fmt::format("{:.3f} {}", value, unit); };
  output.print("{:>12}{:>12}{:>12}\n", cell(percentile(values, median)),
               cell(percentile(values, high)), cell(values.back()));
}

}  // namespace

void RouteSummary::add(const reference::Trace& trace) {
  ++rows_;
  ++routes_[static_cast<std::size_t>(trace.route)];
  if (trace.count0) primary_tails_.push_back(ratio(*trace.count0, trace.rank));
  if (trace.count1) rescued_tails_.push_back(ratio(*trace.count1, trace.rank));
  if (trace.frontier) frontiers_.push_back(ratio(*trace.frontier, trace.rank));
  if (trace.length > 0) reads_.push_back(ratio(trace.reads, trace.length));
  if (trace.spilled > 0) ++spilled_rows_;
  scores_ += trace.length;
  total_reads_ += trace.reads;
  total_frontier_reads_ += trace.frontier_reads;
}

void RouteSummary::print(Output& output) const {
  output.print("{:<26}{:>6}{:>12}\n", "route", "rows", "share");
  for (int i = 0; i < reference::route_count; ++i) {
    const std::int64_t rows = routes_[static_cast<std::size_t>(i)];
    if (rows == 0) continue;
    constexpr double percent = 100.0;
    output.print("{:<26}{:>6}{:>10.1f} %\n",
                 reference::route_name(static_cast<reference::Route>(i)), rows,
                 percent * ratio(rows, rows_));
  }
  output.print("\n{:<26}{:>6}{:>12}{:>12}{:>12}\n", "size", "rows", "median", "p95", "max");
  print_sizes(output, "admitted tail A(tau0)", "K", primary_tails_);
  print_sizes(output, "with the band A(tau1)", "K", rescued_tails_);
  print_sizes(output, "frontier at entry", "K", frontiers_);
  print_sizes(output, "reads before frontier", "L", reads_);
  output.print("\n{} rows, {} valid scores: {} reads before frontier work, {} in the rounds; ",
               rows_, scores_, total_reads_, total_frontier_reads_);
  output.print("{} rows used the spill\n", spilled_rows_);
}

}  // namespace tailproof::cli
