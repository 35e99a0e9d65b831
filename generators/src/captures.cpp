#include "captures.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/reference/contract.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace tailproof::generators {
namespace {

namespace fs = std::filesystem;

constexpr const char* lengths_suffix = ".lengths.npy";

fs::path folder() {
  const char* given = std::getenv("TAILPROOF_CAPTURES");
  return given != nullptr ? fs::path(given) : fs::path(TAILPROOF_CAPTURES_DIR);
}

std::vector<fs::path> lengths_files(const fs::path& where) {
  std::vector<fs::path> found;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(where, missing)) {
    if (entry.path().filename().string().ends_with(lengths_suffix)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Captures load() {
  Captures found;
  const fs::path where = folder();
  // Rows point into mapped files, which stay open for the life of the process.
  static std::vector<std::unique_ptr<io::ScoreFile>> files;
  for (const fs::path& lengths : lengths_files(where)) {
    std::string scores = lengths.string();
    scores.replace(scores.size() - std::string_view(lengths_suffix).size(), std::string::npos,
                   ".npy");
    try {
      files.push_back(std::make_unique<io::ScoreFile>(scores, lengths.string()));
    } catch (const InputError& error) {
      found.rows.clear();
      found.problem = error.what();
      return found;
    }
    const reference::ScoreMatrix matrix = files.back()->matrix();
    for (std::int64_t row = 0; row < matrix.rows(); ++row) {
      const auto scores_of_row = matrix.valid(row);
      if (scores_of_row.empty() || reference::first_nan(scores_of_row).has_value()) continue;
      found.rows.push_back(scores_of_row);
    }
  }
  if (found.rows.empty()) found.problem = "no captured rows in " + where.string();
  return found;
}

}  // namespace

const Captures& captures() {
  static const Captures found = load();
  return found;
}

}  // namespace tailproof::generators
