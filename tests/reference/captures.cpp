#include "captures.hpp"

#include <cstdlib>
#include <filesystem>

namespace tailproof::test {
namespace {

std::vector<Capture> in_folder(const std::filesystem::path& folder) {
  std::vector<Capture> captures;
  for (const char* name : {"indexer_layer1_64k", "indexer_layer5_245k"}) {
    const Capture capture{folder / (std::string(name) + ".npy"),
                          folder / (std::string(name) + ".lengths.npy")};
    if (std::filesystem::exists(capture.scores) && std::filesystem::exists(capture.lengths)) {
      captures.push_back(capture);
    }
  }
  return captures;
}

}  // namespace

std::vector<Capture> committed_slices() {
  return in_folder(TAILPROOF_SOURCE_DIR "/tests/data");
}

std::vector<Capture> full_captures() {
  const char* folder = std::getenv("TAILPROOF_CAPTURES");
  return in_folder(folder != nullptr ? folder : TAILPROOF_SOURCE_DIR "/../shared/captures");
}

}  // namespace tailproof::test
