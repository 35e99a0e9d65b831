// The differential suites on the host runtime.
#include "differential/ranks.hpp"
#include "differential/small_world.hpp"
#include "differential/suites.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof_catch.hpp"

#include <cstdio>

namespace {

using namespace tailproof;

// Memory checks cost 20 times; small kernels hold the same code.
bool affordable(const gpu::KernelEntry& entry) {
  return !simt::checks_memory() || entry.info.threads <= 128;
}

void run_suite(const std::string& name) {
  gpu_test::Census census;
  for (const gpu_test::Suite& suite : gpu_test::suites()) {
    if (suite.name != name) continue;
    for (const gpu::KernelEntry* entry : gpu::all_entries()) {
      if (!affordable(*entry)) continue;
      CAPTURE(entry->info.name);
      CHECK(suite.run(*entry, census) == "");
    }
  }
  std::printf("%s:\n%s", name.c_str(), census.table().c_str());
}

}  // namespace

TEST_CASE("every kernel reproduces the reference's trace on every route it can take") {
  run_suite("routes");
}
TEST_CASE("awkward values: ties, signed zeros, infinities, one bin, ramps, aliases") {
  run_suite("values");
}
TEST_CASE("lengths around K, the capacity, the stride, segment seams and the register row") {
  run_suite("lengths");
}
TEST_CASE("every base and pitch residue, and padded outputs") {
  run_suite("layouts");
}
TEST_CASE("row counts from none to beyond the pool, and live counts below the capacity") {
  run_suite("row counts");
}
TEST_CASE("NaN rows and impossible lengths stay in bounds and terminate") {
  run_suite("hostile rows");
}
TEST_CASE("captured graphs replay with other data, lengths and live counts") {
  run_suite("replays");
}
TEST_CASE("two streams with a workspace each do not disturb each other") {
  run_suite("streams");
}
TEST_CASE("the planner's own choices give right answers") {
  CHECK(gpu_test::check_planned() == "");
}
TEST_CASE("keys and cutoffs of the kernels are the reference's") {
  CHECK(gpu_test::check_keys(104729) == "");
}
TEST_CASE("65,536 rows in one launch of each mapping") {
  simt::options().max_switches = 500'000'000;  // of one launch: a thousand rows of real work
  gpu_test::Census census;
  for (const char* name : {"small-persistent", "small-split2", "small-row-local-registers",
                           "small-row-local", "small-cluster8", "small-direct"}) {
    CAPTURE(name);
    const std::int64_t rows = simt::checks_memory() ? 2048 : 65536;
    CHECK(gpu_test::check_many_rows(*gpu::find_entry(name), rows, census) == "");
  }
}
TEST_CASE("the small world: every short row over seven values, every K, every mapping") {
  simt::options().max_switches = 500'000'000;  // of one launch: thousands of rows
  gpu_test::Census census;
  const int longest = simt::checks_memory() ? 2 : 4;
  for (const char* name :
       {"tiny-persistent", "small-early-exit", "small-split2", "small-row-local-registers",
        "small-row-local", "small-cluster8", "small-direct"}) {
    CAPTURE(name);
    std::uint64_t selections = 0;
    CHECK(gpu_test::check_small_world(*gpu::find_entry(name), longest, census, selections) == "");
    // Rows of each length times its ranks: 1 + 7 * 2 + 49 * 3 (+ 343 * 4 + 2401 * 5).
    CHECK(selections == (longest == 2 ? 162u : 13539u));
  }
  std::printf("%s", census.table().c_str());
}
TEST_CASE("ranks from 1 to 4096, tuned or not") {
  constexpr std::int32_t ranks[] = {1, 2, 31, 33, 511, 513, 1024, 2047, 2049, 4095, 4096};
  gpu_test::Census census;
  for (const gpu::KernelEntry* entry : gpu::all_entries()) {
    if (!affordable(*entry)) continue;
    CAPTURE(entry->info.name);
    CHECK(gpu_test::check_ranks(*entry, ranks, census) == "");
  }
}
