// The command line.
#pragma once
#include "padding.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// What to measure, and how long.
struct Options {
  std::vector<std::string> variants{"topk"};  ///< names of mappings, or paths with a slash
  std::string families = "indexer";
  std::string shapes = "grid";
  std::int64_t rounds = 9;
  double budget_seconds = 540;        ///< no case starts later than this
  double hang_seconds = 20;           ///< what takes longer is given up as hung
  double sample_milliseconds = 2;     ///< replays of one sample go on for about this long
  std::int64_t cold_mebibytes = 256;  ///< LayoutLimits::cold_bytes
  std::uint32_t seed = 1;
  Padding padding = Padding::minus_inf;
  std::string output;    ///< folder for results.csv and results.json; empty: none
  std::string captures;  ///< folder of captured rows; empty: none
  bool verify_only = false;
  bool list = false;
  bool help = false;
};

/// Throws UsageError. captures: default of --captures, from the environment.
[[nodiscard]] Options parse_options(const std::vector<std::string>& arguments,
                                    const std::string& captures);

/// What --help prints.
[[nodiscard]] std::string usage();

}  // namespace tailproof::gpu_bench
