#include "skip.hpp"
#include "tailproof_catch.hpp"

TEST_CASE("a skipped test is reported as skipped (this one always is)") {
  tailproof::test::skip("shows that a skip is counted as a skip");
}
