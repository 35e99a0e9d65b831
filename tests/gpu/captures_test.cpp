// Real indexer scores: the slices in tests/data, and the complete captures where they are.
#include "differential/captures.hpp"
#include "skip.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof_catch.hpp"

#include <cstdlib>

using namespace tailproof;

TEST_CASE("rows of real captures come out as the reference's") {
  if (simt::checks_memory())
    return;  // 512 threads with checks take minutes; the plain test has them
  gpu_test::Census census;
  const auto captures = gpu_test::find_captures(TAILPROOF_TEST_DATA);
  REQUIRE(captures.size() == 2);
  for (const char* name :
       {"persistent-s64", "persistent-s128", "split8", "row-local", "cluster8"}) {
    for (const std::string& capture : captures) {
      CAPTURE(name, capture);
      CHECK(gpu_test::check_capture(*gpu::find_entry(name), capture, census) == "");
    }
  }
}

TEST_CASE("complete captures come out as the reference's") {
  const char* named = std::getenv("TAILPROOF_CAPTURES");
  const auto captures = gpu_test::find_captures(named != nullptr ? named : TAILPROOF_CAPTURES);
  if (captures.empty()) {
    test::skip("the complete captures are not here (TAILPROOF_CAPTURES)");
    return;
  }
  gpu_test::Census census;
  for (const std::string& capture : captures) {
    CAPTURE(capture);
    CHECK(gpu_test::check_capture(gpu::persistent_s128, capture, census) == "");
  }
}
