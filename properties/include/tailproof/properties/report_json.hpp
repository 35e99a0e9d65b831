/// A check run as JSON, for machines and for comparing runs.
#pragma once
#include "tailproof/properties/check_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::properties {

/// One object, as docs/reports.md describes it. Everything but its last member "timings" is the
/// same for equal options and seeds, whatever the number of threads, as far as run_check()
/// promises.
[[nodiscard]] std::string report_json(const CheckOptions& options, const CheckResult& result,
                                      std::uint64_t min_hits,
                                      const std::vector<std::string>& case_folders);

}  // namespace tailproof::properties
