#include "case_arrays.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "tailproof/io/input_error.hpp"

namespace nb = nanobind;

namespace tailproof::python {
namespace {

constexpr std::size_t line = 64;  // bytes; the coarsest alignment that a kernel distinguishes

// Elements from row 0 to the end of the last row; the pitch columns after it belong to nobody.
std::size_t span_of(const reference::ScoreMatrix& matrix) {
  if (matrix.rows() == 0) return 0;
  return static_cast<std::size_t>((matrix.rows() - 1) * matrix.pitch + matrix.width);
}

}  // namespace

ScoreArray copy_of_scores(const reference::ScoreMatrix& matrix) {
  const std::size_t count = span_of(matrix);
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(matrix.scores) % line / sizeof(float);
  const std::size_t bytes = ((count + offset) * sizeof(float) / line + 1) * line;
  void* const memory = std::aligned_alloc(line, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  const nb::capsule owner(memory, [](void* held) noexcept { std::free(held); });
  float* const first = static_cast<float*>(memory) + offset;
  if (count > 0) std::memcpy(first, matrix.scores, count * sizeof(float));
  return ScoreArray(
      first, {static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.width)},
      owner, {matrix.pitch, 1});
}

IndexArray index_array(std::vector<std::int32_t> values, std::int64_t rows, std::int64_t columns) {
  auto held = std::make_unique<std::vector<std::int32_t>>(std::move(values));
  std::int32_t* const first = held->data();
  const nb::capsule owner(held.release(), [](void* vector) noexcept {
    delete static_cast<std::vector<std::int32_t>*>(vector);
  });
  return IndexArray(first, {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)},
                    owner);
}

IndexArray copy_of_lengths(const reference::ScoreMatrix& matrix) {
  auto held =
      std::make_unique<std::vector<std::int32_t>>(matrix.lengths.begin(), matrix.lengths.end());
  std::int32_t* const first = held->data();
  const std::size_t count = held->size();
  const nb::capsule owner(held.release(), [](void* vector) noexcept {
    delete static_cast<std::vector<std::int32_t>*>(vector);
  });
  return IndexArray(first, {count}, owner);
}

bool same_bits(const reference::ScoreMatrix& matrix, const float* copy) {
  const std::size_t count = span_of(matrix);
  return count == 0 || std::memcmp(matrix.scores, copy, count * sizeof(float)) == 0;
}

reference::ScoreMatrix matrix_of(const Scores& scores, const Lengths& lengths) {
  if (lengths.shape(0) != scores.shape(0)) {
    throw InputError({"lengths"}, std::to_string(lengths.shape(0)) + " lengths for " +
                                      std::to_string(scores.shape(0)) + " rows");
  }
  const auto width = static_cast<std::int64_t>(scores.shape(1));
  const std::int64_t pitch = scores.shape(0) > 1 ? scores.stride(0) : width;
  if ((width > 1 && scores.stride(1) != 1) || pitch < width) {
    throw InputError({"scores"}, "rows must be contiguous, one after another");
  }
  return {scores.data(), {lengths.data(), lengths.shape(0)}, width, pitch};
}

}  // namespace tailproof::python
