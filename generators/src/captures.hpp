// Captured real score rows, found once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tailproof::generators {

/// The rows of every NAME.npy with a NAME.lengths.npy beside it, in the folder named by the
/// environment variable TAILPROOF_CAPTURES or else given at build time; by file name, then row.
struct Captures {
  std::vector<std::span<const float>> rows;  ///< valid prefixes, free of NaN, none empty
  std::string problem;                       ///< why rows is empty
};

/// Loads on the first call; safe from several threads.
[[nodiscard]] const Captures& captures();

}  // namespace tailproof::generators
