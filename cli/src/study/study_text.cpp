#include <fmt/format.h>

#include "study/study.hpp"

namespace tailproof::cli {
namespace {

double percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string spread_line(const char* label, const Spread& spread) {
  return fmt::format("  {:<34} {:>10.0f} {:>10.0f} {:>10.0f}\n", label, spread.median, spread.p95,
                     spread.most);
}

std::string policy_table(const Study& study) {
  std::string text = fmt::format(
      "\npolicies, over every phase of every row; rescue a quarter of K deeper\n"
      "  {:>6} {:>5} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>9}\n",
      "stride", "rho", "short, %", "rescued, %", "tail", "p95", "most", "> CAP, %", "reads / L");
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    for (std::size_t r = 0; r < study_quarters.size(); ++r) {
      const PolicyRates& rates = study.policies[s][r];
      text += fmt::format(
          "  {:>6} {:>5} {:>10.3f} {:>10.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.2f} {:>9.4f}\n",
          study_strides[s], static_cast<double>(study_quarters[r]) / 4,
          percent(rates.short_once, rates.samples),
          percent(rates.short_once - rates.short_twice, rates.short_once), rates.tail.median,
          rates.tail.p95, rates.tail.most, percent(rates.beyond_capacity, rates.samples),
          rates.reads);
    }
  }
  return text;
}

}  // namespace

std::string study_text(const Study& study) {
  std::string text =
      fmt::format("{}: {} rows, {} studied (L >= 4 K, K = {}), L = {} to {}\n\n", study.file,
                  study.rows, study.studied, study.rank, study.least_length, study.greatest_length);
  text += fmt::format(
      "retained tail C / K, boundary lowered by so many gaps ({} rows tied at K)\n"
      "  {:>8} {:>10} {:>10} {:>10}\n",
      study.tied_rows, "gaps", "median", "p95", "most");
  for (std::size_t e = 0; e < study_gaps.size(); ++e) {
    const Spread& kept = study.kept[e];
    text += fmt::format("  {:>8} {:>10.3f} {:>10.3f} {:>10.3f}\n", study_gaps[e], kept.median,
                        kept.p95, kept.most);
  }
  text +=
      fmt::format("\nrank found for 1.5 K, in K\n  {:>6} {:>8} {:>8} {:>8} {:>8} {:>13} {:>8}\n",
                  "stride", "p5", "median", "p95", "RMS", "exchangeable", "less");
  for (std::size_t s = 0; s < study_strides.size(); ++s) {
    const Calibration& view = study.calibration[s][2];
    text += fmt::format(
        "  {:>6} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>13.3f} {:>6.1f} %\n", study_strides[s],
        view.rank.p5, view.rank.median, view.rank.p95, view.error_rms, view.exchangeable_rms,
        view.exchangeable_rms > 0 ? 100 * (1 - view.error_rms / view.exchangeable_rms) : 0.0);
  }
  text += "\nexact Top-K by position decile, %\n ";
  for (const double share : study.deciles) text += fmt::format(" {:.1f}", 100 * share);
  text += "\n" + policy_table(study);
  text += fmt::format("\n  {:<34} {:>10} {:>10} {:>10}\n", "scores", "median", "p95", "most");
  text += spread_line("equal to that at rank K", study.tie_group);
  text += spread_line("in the row's largest plateau", study.plateau);
  text += spread_line("in the coarse bin of rank K", study.boundary_bin);
  text += spread_line("in the row's fullest coarse bin", study.largest_bin);
  return text + "\n";
}

}  // namespace tailproof::cli
