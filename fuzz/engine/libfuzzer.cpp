// The target behind libFuzzer's interface, which AFL++'s and other engines' drivers speak as well.
#include "coverage.hpp"
#include "target.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

using tailproof::fuzz::target;

extern "C" {

// Resolved by libFuzzer; other engines bring none, and then nothing calls the mutator either.
__attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                   std::size_t most);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned seed);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tailproof::fuzz::counters().fill(0);
  try {
    const tailproof::fuzz::CoverageScope scope;
    target.run({data, size});
  } catch (const std::exception& finding) {
    std::fprintf(stderr, "finding in %.*s: %s\n", static_cast<int>(target.name.size()),
                 target.name.data(), finding.what());
    std::abort();  // the engines' only sign for a finding
  }
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned seed) {
  // Half of the steps stay the engine's, which knows its dictionary and compared values.
  const bool own = target.mutate != nullptr && (seed & 1u) != 0;
  if (own || LLVMFuzzerMutate == nullptr) {
    return target.mutate == nullptr ? size : target.mutate(data, size, most, seed >> 1);
  }
  return LLVMFuzzerMutate(data, size, most);
}

}  // extern "C"
