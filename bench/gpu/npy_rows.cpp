#include "npy_rows.hpp"

#include "usage_error.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace tailproof::gpu_bench {
namespace {

constexpr const char* suffix = ".npy";
constexpr const char* lengths_suffix = ".lengths.npy";

// Extents of the array whose elements follow in the file.
std::vector<std::int64_t> read_header(std::ifstream& file, const std::string& path,
                                      const char* type) {
  unsigned char start[10];
  file.read(reinterpret_cast<char*>(start), sizeof start);
  if (!file || std::memcmp(start, "\x93NUMPY\x01\x00", 8) != 0) {
    throw UsageError(path + ": not a version 1 .npy file");
  }
  std::string header(static_cast<std::size_t>(start[8] + 256 * start[9]), '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  const std::size_t open = header.find('(');
  if (!file || header.find(type) == std::string::npos || open == std::string::npos ||
      header.find("'fortran_order': False") == std::string::npos) {
    throw UsageError(path + ": not a C-ordered array of " + type);
  }
  std::vector<std::int64_t> extents;
  std::int64_t extent = -1;
  for (std::size_t i = open + 1; i < header.size(); ++i) {
    if (header[i] >= '0' && header[i] <= '9') {
      extent = std::max<std::int64_t>(extent, 0) * 10 + (header[i] - '0');
      if (extent > 2147483647) throw UsageError(path + ": too large");
    } else if (extent >= 0) {
      extents.push_back(extent);
      extent = -1;
    }
    if (header[i] == ')') return extents;
  }
  throw UsageError(path + ": no shape");
}

template <class T>
std::vector<T> read_elements(std::ifstream& file, const std::string& path, std::int64_t count) {
  if (count < 0 || count > std::int64_t{1} << 32) throw UsageError(path + ": too large");
  std::vector<T> elements(static_cast<std::size_t>(count));
  file.read(reinterpret_cast<char*>(elements.data()),
            static_cast<std::streamsize>(elements.size() * sizeof(T)));
  if (!file) throw UsageError(path + ": truncated");
  return elements;
}

CapturedRows long_rows(const CapturedRows& all) {
  const std::int32_t longest = *std::max_element(all.lengths.begin(), all.lengths.end());
  CapturedRows kept;
  kept.pitch = all.pitch;
  for (std::int64_t row = 0; row < all.rows; ++row) {
    const std::int32_t length = all.lengths[static_cast<std::size_t>(row)];
    if (length < longest - longest / 2) continue;
    const auto begin = all.scores.begin() + row * all.pitch;
    kept.scores.insert(kept.scores.end(), begin, begin + all.pitch);
    kept.lengths.push_back(length);
    ++kept.rows;
  }
  return kept;
}

}  // namespace

std::vector<std::string> find_captures(const std::string& folder) {
  std::vector<std::string> found;
  if (folder.empty()) return found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    std::string path = entry.path().string();
    if (!path.ends_with(suffix) || path.ends_with(lengths_suffix)) continue;
    path.resize(path.size() - std::strlen(suffix));
    if (std::filesystem::exists(path + lengths_suffix)) found.push_back(path);
  }
  if (error) throw UsageError(folder + ": cannot be listed: " + error.message());
  std::sort(found.begin(), found.end());
  return found;
}

CapturedRows read_capture(const std::string& path) {
  CapturedRows captured;
  std::ifstream scores(path + suffix, std::ios::binary);
  const auto extents = read_header(scores, path + suffix, "'<f4'");
  if (extents.size() != 2) throw UsageError(path + suffix + ": not a matrix");
  captured.rows = extents[0];
  captured.pitch = extents[1];
  captured.scores = read_elements<float>(scores, path + suffix, extents[0] * extents[1]);
  std::ifstream lengths(path + lengths_suffix, std::ios::binary);
  const auto count = read_header(lengths, path + lengths_suffix, "'<i4'");
  if (count.size() != 1 || count[0] != captured.rows || captured.rows == 0) {
    throw UsageError(path + lengths_suffix + ": not one length a row");
  }
  captured.lengths = read_elements<std::int32_t>(lengths, path + lengths_suffix, count[0]);
  for (const std::int32_t length : captured.lengths) {
    if (length < 1 || length > captured.pitch) {
      throw UsageError(path + lengths_suffix + ": a length outside [1, N]");
    }
  }
  return long_rows(captured);
}

}  // namespace tailproof::gpu_bench
