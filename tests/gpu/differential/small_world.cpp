#include "small_world.hpp"

#include "differential.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace tailproof::gpu_test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::array<float, 7> values = {
    -infinity, -1.0f, -0.0f, 0.0f, std::numeric_limits<float>::denorm_min(), 1.0f, infinity};
// Rows of one launch; a batch starts at any view phase.
constexpr std::int64_t batch = 16384;

std::vector<float> row_of_number(std::int64_t number, int length) {
  std::vector<float> row;
  for (int i = 0; i < length; ++i, number /= std::ssize(values)) {
    row.push_back(values[static_cast<std::size_t>(number % std::ssize(values))]);
  }
  return row;
}

}  // namespace

std::string check_small_world(const gpu::KernelEntry& entry, int longest, Census& census,
                              std::uint64_t& selections) {
  std::int64_t rows = 1;
  for (int length = 0; length <= longest; ++length, rows *= std::ssize(values)) {
    for (std::int64_t first = 0; first < rows; first += batch) {
      ScoreCase input;
      input.name = "small world, L = " + std::to_string(length);
      input.width = length;
      for (std::int64_t row = first; row < std::min(rows, first + batch); ++row) {
        input.rows.push_back(row_of_number(row, length));
      }
      for (input.rank = 1; input.rank <= length + 1; ++input.rank) {
        std::string problem = check_case(entry, input, census, Tracing::scalars);
        if (!problem.empty()) return "K = " + std::to_string(input.rank) + ": " + problem;
        selections += input.rows.size();
      }
    }
  }
  return "";
}

}  // namespace tailproof::gpu_test
