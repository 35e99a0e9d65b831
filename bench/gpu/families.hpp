// Families of score rows that the bench knows, by name and by group.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// What a row looks like; row_families.cuh says how each is made.
enum class Family : std::uint32_t {
  indexer,
  captured,
  normal,
  concentrated,
  relu_sparse,
  all_equal,
  tight_alias,
  loose_alias,
  tight_sectors,
  loose_sectors,
  huge_scale,
  tiny_scale,
  signed_zeros,
  ascending,
  descending,
  octaves,
  ten_values,
  top_last,
  few_finite,
  plus_inf,
  spikes,
  negative,
};

/// A family with its parameter, as chosen on the command line.
struct FamilyChoice {
  std::string name;
  Family family = Family::indexer;
  std::uint32_t stride = 0;  ///< of the view that an alias is locked to
  std::string capture;       ///< path without ".npy"; captured only
  friend bool operator==(const FamilyChoice&, const FamilyChoice&) = default;
};

/// All of them in the order of a report. captures: paths without ".npy", each a family of its own.
[[nodiscard]] std::vector<FamilyChoice> all_families(const std::vector<std::string>& captures);

/// Those that a comma-separated list of names, groups ("friendly", "hostile", "all") and patterns
/// ("*-alias-*") names, each once, in the list's order. Throws UsageError for a word without any.
[[nodiscard]] std::vector<FamilyChoice> choose_families(const std::string& list,
                                                        const std::vector<FamilyChoice>& known);

}  // namespace tailproof::gpu_bench
