// Runs one kernel, mutated or not, under one schedule after another until something is noticed.
//
//   mutant_PROGRAM SCHEDULES     exit code 1 and "caught N: why" at the first failure, else 0
//
// MUTANT_POLICY and MUTANT_MAPPING name the kernel. Its policy is a type of this file, so that the
// mutated kernel shares no symbol with the library's.
#include "differential/suites.hpp"
#include "tailproof/gpu/instantiate.cuh"
#include "tailproof/kernels/small_policies.cuh"

#include <cstdio>
#include <cstdlib>

namespace tailproof::kernels {
struct MutantPolicy : MUTANT_POLICY {};
}  // namespace tailproof::kernels

namespace {

using namespace tailproof;

constinit const gpu::KernelEntry mutant =
    gpu::entry_of<kernels::MutantPolicy, planner::Mapping::MUTANT_MAPPING>("mutant");

std::string first_problem() {
  gpu_test::Census census;
  for (const char* name : {"routes", "hostile rows", "values", "row counts"}) {
    for (const gpu_test::Suite& suite : gpu_test::suites()) {
      if (suite.name != name) continue;
      std::string problem = suite.run(mutant, census);
      if (!problem.empty()) return suite.name + ": " + problem;
    }
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  const long schedules = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1;
  simt::options().max_switches = 5'000'000;
  for (long seed = 1; seed <= schedules; ++seed) {
    simt::clear_report();
    simt::options().schedule = simt::Schedule::from_seed(static_cast<std::uint64_t>(seed));
    const std::string problem = first_problem();
    if (problem.empty()) continue;
    std::printf("caught %ld: %s\n", seed, problem.c_str());
    return 1;
  }
  return 0;
}
