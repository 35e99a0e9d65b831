#include "check_text.hpp"

#include <fmt/ranges.h>

namespace tailproof::cli {
namespace {

using properties::Coverage;
using reference::Mark;
using reference::Route;

void print_capacities(const Coverage& coverage, Output& output) {
  if (coverage.capacities.empty()) return;
  output.print("\n{:<22}", "rows: capacity x edge");
  for (int edge = 0; edge < generators::capacity_edge_count; ++edge) {
    output.print(" {:>8}", generators::capacity_edge_name(edge));
  }
  output.print("\n");
  for (const auto& [capacity, counts] : coverage.capacities) {
    output.print("{:<22}", capacity);
    for (const std::uint64_t count : counts) output.print(" {:>8}", count);
    output.print("\n");
  }
  const auto missing = properties::unprobed(coverage);
  if (missing.empty()) return;
  output.print("SHORT: no row probed {}: more cases, longer rows or the family are wanting\n",
               fmt::join(missing, ", "));
}

}  // namespace

void print_properties(const properties::CheckResult& result, Output& output) {
  output.print("{:<18} {:>8} {:>10} {:>10} {:>10}\n", "property", "cases", "violations",
               "variations", "robustness");
  for (const properties::PropertyTally& tally : result.tallies) {
    if (!tally.not_checked.empty()) {
      output.print("{:<18} SKIP: {}\n", tally.property->name, tally.not_checked);
      continue;
    }
    output.print("{:<18} {:>8} {:>10} {:>10} {:>10}\n", tally.property->name, tally.cases,
                 tally.violations, tally.variations, tally.robustness);
  }
}

void print_coverage(const Coverage& coverage, std::uint64_t min_hits, Output& output) {
  output.print("\n{:<22}", "rows: family x route");
  static constexpr const char* heads[] = {"trivial", "certif.", "exactly", "band",
                                          "no-resc", "aft-bnd", "no-view", "direct"};
  for (const char* head : heads) output.print(" {:>8}", head);
  output.print("\n");
  const auto line = [&](const std::string& name, const Coverage::Routes& counts) {
    output.print("{:<22}", name);
    for (const std::uint64_t count : counts) output.print(" {:>8}", count);
    output.print("\n");
  };
  for (const auto& [family, counts] : coverage.families) line(family, counts);
  line("all", coverage.routes());

  output.print("\nmarks (at least {} each)\n", min_hits);
  for (int each = 0; each < reference::mark_count; ++each) {
    const auto mark = static_cast<Mark>(each);
    const std::uint64_t hits = coverage.marks[mark];
    output.print("  {:<30} {:>10}{}{}", reference::mark_name(mark), hits,
                 hits < min_hits ? " SHORT" : "      ", each % 2 == 1 ? "\n" : "");
  }
  if (reference::mark_count % 2 == 1) output.print("\n");
  print_capacities(coverage, output);
}

}  // namespace tailproof::cli
