#include "explain_text.hpp"

#include <bit>
#include <string>

namespace tailproof::cli {
namespace {

using reference::Policy;
using reference::Route;
using reference::Trace;

double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string cutoff_text(std::uint32_t bits) {
  const auto value = static_cast<double>(std::bit_cast<float>(bits));
  return fmt::format("{:a} (about {:.6g}, bits 0x{:08x})", value, value, bits);
}

const char* outcome(Route route) {
  switch (route) {
    case Route::trivial:
      return "L <= K: every position is selected, no score is read";
    case Route::certified:
      return "the primary boundary admits more than K";
    case Route::certified_exactly:
      return "the primary boundary admits exactly K, the answer";
    case Route::band:
      return "the band down to the rescue boundary makes up for it";
    case Route::exact_no_rescue:
      return "too few, and no rescue boundary: exact coarse recovery";
    case Route::exact_after_band:
      return "too few even with the band: exact coarse recovery";
    case Route::exact_no_view:
      return "the view is too small to sample: exact coarse route";
    case Route::direct:
      return "the policy does not sample: exact coarse route";
  }
  return "";
}

/// The row of the read table (spec 6) that this row falls under.
std::string reads_formula(const Trace& trace, const Policy& policy) {
  std::string view = "V";
  if (policy.segments() > 1) view = fmt::format("{} V", policy.segments());
  switch (trace.route) {
    case Route::trivial:
      return "0";
    case Route::certified:
    case Route::certified_exactly:
      return "L + " + view;
    case Route::band:
      return "2L + " + view;
    case Route::exact_no_rescue:
      return "3L + " + view;
    case Route::exact_after_band:
      return "4L + " + view;
    case Route::exact_no_view:
      return "2L";
    case Route::direct:
      return policy.proposal() == reference::Proposal::direct_registers ? "L" : "2L";
  }
  return "";
}

void print_sampling(const Trace& trace, const Policy& policy, Output& output) {
  if (!trace.stride) return;
  const auto& parameters = policy.parameters();
  output.print("  view       one score in {} from position {}: V = {} scores\n", *trace.stride,
               trace.phase.value_or(0), trace.view.value_or(0));
  output.print("  quantile   q = ceil({}/{} K / {}) = {}", parameters.retention.numerator,
               parameters.retention.denominator, *trace.stride, trace.q.value_or(0));
  if (trace.q1 && parameters.rescue) {
    output.print(", rescue q1 = ceil({}/{} K / {}) = {}", parameters.rescue->numerator,
                 parameters.rescue->denominator, *trace.stride, *trace.q1);
  }
  output.print("\n");
  if (trace.tau0 && trace.t0_bits) {
    output.print("  boundary   bin tau0 = {}: cutoff t0 = {}\n", *trace.tau0,
                 cutoff_text(*trace.t0_bits));
  }
  if (trace.tau1 && trace.t1_bits) {
    output.print("  rescue     bin tau1 = {}: cutoff t1 = {}\n", *trace.tau1,
                 cutoff_text(*trace.t1_bits));
  }
}

std::string against_rank(std::int64_t count, std::int64_t rank) {
  if (count == rank) return "exactly K";
  return count < rank ? fmt::format("short of K by {}", rank - count)
                      : fmt::format("beyond K by {}", count - rank);
}

void print_counts(const Trace& trace, Output& output) {
  const auto print_count = [&](const char* label, const char* name, std::int64_t count) {
    output.print("  {:<10} C({}) = {} = {:.3f} K, {}\n", label, name, count,
                 ratio(count, trace.rank), against_rank(count, trace.rank));
  };
  if (trace.count0) print_count("count", "tau0", *trace.count0);
  if (trace.count1) print_count("band", "tau1", *trace.count1);
  output.print("  route      {}: {}\n", reference::route_name(trace.route), outcome(trace.route));
  if (trace.tau_star) output.print("  recovery   exact boundary bin tau* = {}\n", *trace.tau_star);
}

void print_refinement(const Trace& trace, const Policy& policy, Output& output) {
  if (trace.frontier) {
    output.print("  entry      committed {}, frontier {}, still to choose {}\n",
                 trace.committed.value_or(0), *trace.frontier, trace.quota.value_or(0));
  }
  const auto& widths = policy.parameters().digit_widths;
  for (std::size_t j = 0; j < trace.rounds.size(); ++j) {
    const auto& round = trace.rounds[j];
    output.print("  round {}    digit {} of {} bits: committed {}, kept {}, still to choose {}\n",
                 j + 1, round.digit, widths.at(j), round.committed, round.kept, round.quota);
  }
  if (trace.tie_slots) {
    output.print("  ties       {} slots filled from the last group of equal keys\n",
                 *trace.tie_slots);
  }
  output.print("  spill      {}\n",
               trace.spilled == 0
                   ? fmt::format("none, {} candidates stay resident", policy.candidate_capacity())
                   : fmt::format("at most {} candidates at once beyond the {} resident",
                                 trace.spilled, policy.candidate_capacity()));
}

}  // namespace

void print_account(const Trace& trace, const Policy& policy, Output& output) {
  output.print("row {}: L = {}, K = {}, route {}\n", trace.row, trace.length, trace.rank,
               reference::route_name(trace.route));
  print_sampling(trace, policy, output);
  print_counts(trace, output);
  if (trace.route != Route::trivial) print_refinement(trace, policy, output);
  output.print("  reads      {} scores before frontier work ({})", trace.reads,
               reads_formula(trace, policy));
  if (trace.length > 0) output.print(" = {:.4f} L", ratio(trace.reads, trace.length));
  output.print(", {} in the rounds\n", trace.frontier_reads);
}

}  // namespace tailproof::cli
