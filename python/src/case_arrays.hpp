/// Score rows as NumPy arrays that own their memory and keep a case's pitch and alignment.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "tailproof/reference/score_matrix.hpp"

namespace tailproof::python {

using ScoreArray = nanobind::ndarray<nanobind::numpy, float, nanobind::ndim<2>>;
using IndexArray = nanobind::ndarray<nanobind::numpy, std::int32_t>;

/// A copy of the rows, padding included: shape (M, N), strides (P, 1), first element at the same
/// offset from a 64-byte boundary, so that an array that outlives its call is harmless.
[[nodiscard]] ScoreArray copy_of_scores(const reference::ScoreMatrix& matrix);
/// The lengths as an array of shape (M,).
[[nodiscard]] IndexArray copy_of_lengths(const reference::ScoreMatrix& matrix);
/// Values as an array of shape (rows, columns), which takes over the memory.
[[nodiscard]] IndexArray index_array(std::vector<std::int32_t> values, std::int64_t rows,
                                     std::int64_t columns);
/// Whether the copy still holds, bit for bit, what the matrix holds.
[[nodiscard]] bool same_bits(const reference::ScoreMatrix& matrix, const float* copy);

using Scores = nanobind::ndarray<const float, nanobind::ndim<2>, nanobind::device::cpu>;
using Lengths = nanobind::ndarray<const std::int32_t, nanobind::ndim<1>, nanobind::c_contig,
                                  nanobind::device::cpu>;

/// The matrix that arrays of shape (M, N) and (M,) describe; a view. Throws InputError unless each
/// row is contiguous and there is one length a row.
[[nodiscard]] reference::ScoreMatrix matrix_of(const Scores& scores, const Lengths& lengths);

}  // namespace tailproof::python
