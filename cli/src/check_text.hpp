/// A check run in tables: properties, family x route, marks.
#pragma once

#include <cstdint>

#include "output.hpp"
#include "tailproof/properties/check_run.hpp"

namespace tailproof::cli {

void print_properties(const properties::CheckResult& result, Output& output);
void print_coverage(const properties::Coverage& coverage, std::uint64_t min_hits, Output& output);

}  // namespace tailproof::cli
