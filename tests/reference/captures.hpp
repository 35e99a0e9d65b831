/// Real indexer scores: the committed slices, and the full captures where they exist.
#pragma once
#include <string>
#include <vector>

namespace tailproof::test {

/// One capture: a score file and its lengths file.
struct Capture {
  std::string scores;
  std::string lengths;
};

/// The slices in tests/data.
[[nodiscard]] std::vector<Capture> committed_slices();

/// The full captures in TAILPROOF_CAPTURES, else beside the source tree; empty if not there.
[[nodiscard]] std::vector<Capture> full_captures();

}  // namespace tailproof::test
