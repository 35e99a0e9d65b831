/// Score rows, lengths and indices as files give them, checked against the operator contract.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tailproof/io/array_file.hpp"
#include "tailproof/reference/score_matrix.hpp"

namespace tailproof::io {

/// A mapped score matrix and its valid lengths (spec 1).
class ScoreFile final {
 public:
  /// Opens scores ('<f4', 1-D for one row or 2-D) and lengths ('<i4' or '<i8', one a row; without
  /// a file every row is valid over its whole width). Throws InputError for everything outside the
  /// contract but NaN, which the selector and the oracle find as they read.
  explicit ScoreFile(const std::string& scores, const std::optional<std::string>& lengths = {});

  [[nodiscard]] const std::string& name() const noexcept { return scores_.name(); }
  /// The matrix; valid as long as this object.
  [[nodiscard]] reference::ScoreMatrix matrix() const;

 private:
  ArrayFile scores_;
  std::int64_t width_ = 0;
  std::vector<std::int32_t> lengths_;
};

/// Opens indices ('<i4', 2-D M x K, or 1-D where M is 1) and checks their shape against the rows
/// and the rank. Throws InputError; the values are not looked at.
[[nodiscard]] ArrayFile open_indices(const std::string& location, std::int64_t rows,
                                     std::int32_t rank);

}  // namespace tailproof::io
