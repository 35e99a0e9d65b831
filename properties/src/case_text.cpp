#include "tailproof/properties/case_text.hpp"

#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace tailproof::properties {
namespace {

// A row that fits on the screen is printed whole; of a longer one the picks that differ, and ends.
constexpr std::size_t most_lines = 40;
constexpr std::size_t most_rows = 6;

using Counts = std::map<std::int32_t, int>;

Counts picks_of(const std::vector<std::int32_t>& indices, std::size_t row, std::int32_t rank) {
  Counts counts;
  const auto slots = static_cast<std::size_t>(rank);
  if (indices.size() < (row + 1) * slots) return counts;
  for (std::size_t slot = row * slots; slot < (row + 1) * slots; ++slot) ++counts[indices[slot]];
  return counts;
}

int count_of(const Counts& counts, std::int32_t index) {
  const auto found = counts.find(index);
  return found == counts.end() ? 0 : found->second;
}

std::string pick_text(int count) {
  if (count == 0) return "";
  return count == 1 ? "pick" : fmt::format("pick x{}", count);
}

// Positions worth a line.
std::vector<std::size_t> shown(std::size_t length, const Counts& expected, const Counts& got) {
  std::vector<std::size_t> positions;
  if (length <= most_lines) {
    for (std::size_t i = 0; i < length; ++i) positions.push_back(i);
    return positions;
  }
  const auto differs = [&](std::size_t i) {
    const auto index = static_cast<std::int32_t>(i);
    return count_of(expected, index) != count_of(got, index);
  };
  for (std::size_t i = 0; i < length && positions.size() < most_lines; ++i) {
    if (i < 8 || i + 4 >= length || differs(i)) positions.push_back(i);
  }
  return positions;
}

std::string row_table(const CaseReport& report, std::size_t row) {
  const auto& scores = report.specimen.rows.scores[row];
  const std::int32_t rank = report.specimen.rows.rank;
  const Counts expected = picks_of(report.expected_indices, row, rank);
  const Counts got = picks_of(report.indices, row, rank);
  const reference::Policy& policy = report.specimen.rows.policy;
  const bool sampled = policy.proposal() == reference::Proposal::sampled;
  const reference::View view = reference::make_view(
      static_cast<std::int64_t>(row), static_cast<std::int64_t>(scores.size()), policy.stride());
  std::string text = fmt::format("row {}: L = {}, K = {}\n", row, scores.size(), rank);
  text += fmt::format("  {:>8}  {:>15}  {:>16}  {:>10}  {:>4}  {:<4}  {:<8}  {}\n", "position",
                      "score", "hex", "key", "bin", "view", "expected", "got");
  std::size_t next = 0;
  for (const std::size_t i : shown(scores.size(), expected, got)) {
    if (i != next) text += fmt::format("  {:>8}\n", "...");
    next = i + 1;
    const auto position = static_cast<std::int64_t>(i);
    const bool seen = sampled && position % view.stride == view.phase;
    text +=
        fmt::format("  {:>8}  {:>15.9g}  {:>16a}  {:#010x}  {:>4}  {:<4}  {:<8}  {}\n", i,
                    scores[i], scores[i], reference::key32(scores[i]), reference::coarse(scores[i]),
                    seen ? "*" : "", pick_text(count_of(expected, static_cast<std::int32_t>(i))),
                    pick_text(count_of(got, static_cast<std::int32_t>(i))));
  }
  for (const auto& [index, count] : got) {
    const bool inside = index >= 0 && static_cast<std::size_t>(index) < scores.size();
    if (inside || count == count_of(expected, index)) continue;
    text += fmt::format("  slots that hold {}: {}{}\n", index, count,
                        index == unwritten ? " (never written)" : "");
  }
  return text;
}

std::string rate_text(const CaseReport& report) {
  if (report.rate.runs == 0) return "";
  const std::string rate = fmt::format("{} of {} runs", report.rate.failures, report.rate.runs);
  if (report.rate.flaky()) return "FLAKY: fails in " + rate;
  return "fails in " + rate;
}

}  // namespace

std::string case_text(const CaseReport& report) {
  const generators::RawRows& rows = report.specimen.rows;
  std::string text =
      fmt::format("{}: property \"{}\" fails for {}\n", finding_class_name(report.finding_class),
                  report.property, report.subject);
  text += fmt::format("  {}\n", report.detail);
  const bool tried = report.end != ShrinkEnd::not_tried && report.end != ShrinkEnd::not_failing;
  text += fmt::format("  {}; {}\n", rate_text(report),
                      tried ? fmt::format("shrunk with {} calls ({})", report.candidates,
                                          shrink_end_name(report.end))
                            : shrink_end_name(report.end));
  text += fmt::format("policy {}\n", reference::to_string(rows.policy));
  if (!(rows.layout == generators::Layout{})) {
    text += fmt::format("layout pitch +{}, base +{}, padding {}, dead rows {}\n",
                        rows.layout.pitch_extra, rows.layout.base_offset,
                        generators::padding_name(rows.layout.padding), rows.layout.dead_rows);
  }
  if (!report.specimen.lengths.empty()) {
    text += fmt::format("lengths {} of width {}\n", fmt::join(report.specimen.lengths, " "),
                        rows.width);
  }
  for (std::size_t row = 0; row < std::min(rows.scores.size(), most_rows); ++row) {
    text += row_table(report, row);
  }
  if (rows.scores.size() > most_rows) {
    text += fmt::format("... and {} more rows\n", rows.scores.size() - most_rows);
  }
  if (!report.departure.empty()) {
    text += "departs from the reference first in " + report.departure + "\n";
  } else if (!report.traces.empty() && !report.expected_traces.empty()) {
    text += "the trace does not depart from the reference\n";
  }
  return text;
}

}  // namespace tailproof::properties
