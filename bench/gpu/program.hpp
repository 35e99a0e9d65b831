// The program behind main() and behind the library that Python loads.
#pragma once
#include "tailproof/variant.h"

#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// Runs a command line. more: variants measured besides those that it names. Returns the exit code.
[[nodiscard]] int run_program(const std::vector<std::string>& arguments,
                              const std::vector<const tailproof_variant_v1_t*>& more);

}  // namespace tailproof::gpu_bench
