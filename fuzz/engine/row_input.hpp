/// Score rows as an input: a header that sets policy, rank and row number, then the scores' bits.
///
/// byte 0      stride 2 << (b mod 6), and in the high bits the digit widths
/// byte 1      CAP - 1
/// byte 2      bit 0 no rescue, bit 1 early exit, bits 2-3 log2 of the segments, bits 4-5 proposal
/// byte 3      low half: rho in quarters, less 1; high half: what rescue adds, in quarters
/// bytes 4-5   rank - 1, modulo 1024
/// bytes 6-7   number of the row
/// from 8 on   scores, four bytes each, little endian; a remainder is ignored
#pragma once
#include "input.hpp"
#include "tailproof/reference/policy.hpp"

#include <vector>

namespace tailproof::fuzz {

inline constexpr std::size_t row_header_bytes = 8;

/// One row and everything that its selection depends on.
struct RowInput {
  reference::Policy policy;
  std::int32_t rank = 1;
  std::int64_t row = 0;
  std::vector<float> scores;

  [[nodiscard]] bool has_nan() const noexcept;
};

/// Policy of the header's first four bytes: always a legal one.
[[nodiscard]] reference::Policy read_policy(Input& input);

/// Scores from as many bytes as there are.
[[nodiscard]] std::vector<float> read_scores(Bytes bytes);

/// A whole input; total.
[[nodiscard]] RowInput read_row(Bytes bytes);

/// The row as a specimen of one row. The row number decides the view (spec 3): as many empty rows
/// lie before it as its phase needs.
[[nodiscard]] properties::Specimen specimen_of(const RowInput& input);

}  // namespace tailproof::fuzz
