#include "differential/cases.hpp"
#include "differential/differential.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof;

TEST_CASE("every kernel reproduces the reference's trace on every route it can take") {
  for (const gpu::KernelEntry* entry : gpu::all_entries()) {
    CAPTURE(entry->info.name);
    gpu_test::Census census;
    for (const auto& input : gpu_test::route_cases(entry->info, 1)) {
      CHECK(gpu_test::check_case(*entry, input, census) == "");
    }
    for (const reference::Route route : gpu_test::reachable_routes(entry->info)) {
      CAPTURE(reference::route_name(route));
      CHECK(census.rows(entry->info.mapping, route) > 0);
    }
  }
}
