#include "captures.hpp"

#include "differential.hpp"
#include "npy.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace tailproof::gpu_test {
namespace {

constexpr std::int32_t rank = 2048;

ScoreCase load(const std::string& path) {
  const NpyArray<float> scores = read_npy<float>(path + ".npy");
  const NpyArray<std::int32_t> lengths = read_npy<std::int32_t>(path + ".lengths.npy");
  if (scores.shape.size() != 2 ||
      scores.shape[0] != static_cast<std::int64_t>(lengths.values.size())) {
    throw std::runtime_error(path + ": scores and lengths do not match");
  }
  ScoreCase input;
  input.name = std::filesystem::path(path).filename().string();
  input.rank = rank;
  input.width = scores.shape[1];
  for (std::size_t row = 0; row < lengths.values.size(); ++row) {
    const auto first = scores.values.begin() + static_cast<std::ptrdiff_t>(row) * input.width;
    input.rows.emplace_back(first, first + lengths.values[row]);
  }
  return input;
}

}  // namespace

std::vector<std::string> find_captures(const std::string& folder) {
  std::vector<std::string> found;
  if (!std::filesystem::is_directory(folder)) return found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::filesystem::path path = entry.path();
    if (path.extension() != ".npy" || path.stem().extension() == ".lengths") continue;
    path.replace_extension();
    if (std::filesystem::exists(path.string() + ".lengths.npy")) found.push_back(path.string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string check_capture(const gpu::KernelEntry& entry, const std::string& path, Census& census) {
  const ScoreCase input = load(path);
  if (entry.info.in_registers && input.width > entry.info.register_row()) return "";
  return check_case(entry, input, census);
}

}  // namespace tailproof::gpu_test
