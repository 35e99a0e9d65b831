/// Puts the default suite to one selector of the catalogue, seed by seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "faults_catalogue.hpp"

namespace tailproof::cli {

/// What one seed's run came to.
struct Kill {
  std::uint64_t seed = 0;
  bool killed = false;
  std::string property;     ///< that told; the contract or survival before others
  std::string detail;       ///< what it told
  std::uint64_t cases = 0;  ///< up to and with the one that told, or all
  std::uint64_t rows = 0;   ///< in those cases
  double seconds = 0;       ///< of the run, up to its block's end
  std::int64_t length = 0;  ///< L of the longest row left after shrinking
  std::int64_t rows_left = 0;
  std::int32_t rank = 0;  ///< K left
};

/// A selector and its runs.
struct FaultTrial {
  CatalogueEntry entry;
  std::vector<Kill> kills;                    ///< by seed
  [[nodiscard]] bool right() const noexcept;  ///< killed by every seed; an exact one by none
};

/// How long and how often.
struct TrialOptions {
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 1;
  double budget_seconds = 60;       ///< of a seed's run on a fault
  std::uint64_t exact_cases = 256;  ///< of a seed's run on an exact selector
  double shrink_seconds = 5;
};

/// Runs every seed. Shrinks the first seed's finding only.
[[nodiscard]] FaultTrial try_entry(const Catalogue& catalogue, const CatalogueEntry& entry,
                                   const TrialOptions& options);

}  // namespace tailproof::cli
