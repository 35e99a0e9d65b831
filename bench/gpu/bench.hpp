// The run: every case, every entry verified, then timed in rotated rounds.
#pragma once
#include "families.hpp"
#include "layout.hpp"
#include "options.hpp"
#include "results.hpp"
#include "tailproof/variant.h"

#include <functional>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// What a run is made of. Families and shapes make cases, all shapes of a family before the next.
struct Plan {
  Options options;
  std::vector<FamilyChoice> families;
  std::vector<Shape> shapes;
  std::vector<const tailproof_variant_v1_t*> variants;
  LayoutLimits limits;
};

/// Told after every case, with all results so far.
using Progress = std::function<void(const std::vector<Result>& all, std::size_t first_new)>;

/// How a run ended, and what it found.
struct Outcome {
  std::vector<Result> results;
  std::string crash;  ///< why nothing more could run, or ""
  /// 0, 1, 3 or 4, as --help says.
  [[nodiscard]] int exit_code() const;
};

/// Runs the plan on the current device. Throws DeviceError only before the first case.
[[nodiscard]] Outcome run(const Plan& plan, const Progress& progress);

/// The order of a round: entries 0 to count - 1, each round beginning with the next one.
[[nodiscard]] std::vector<std::size_t> rotated(std::size_t count, std::size_t round);

}  // namespace tailproof::gpu_bench
