// A Catch2 main of our own: a test that skipped must not look like one that passed.
#define CATCH_CONFIG_RUNNER
#include "skip.hpp"
#include "tailproof_catch.hpp"

#include <cstring>
#include <iostream>

namespace {

int skipped = 0;
constexpr int kSkipReturnCode = 77;

}  // namespace

namespace tailproof::test {

void skip(const std::string& reason) {
  ++skipped;
  std::cout << "SKIP: " << reason << std::endl;
}

}  // namespace tailproof::test

int main(int argc, char** argv) {
  const int result = Catch::Session().run(argc, argv);
  // Catch2 2.x returns the number of listed tests, which catch_discover_tests reads.
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--list", 6) == 0) return result;
  }
  if (result != 0) return 1;
  return skipped > 0 ? kSkipReturnCode : 0;
}
