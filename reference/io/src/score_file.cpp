#include "tailproof/io/score_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

[[noreturn]] void refuse(const ArrayFile& file, const std::string& problem) {
  throw InputError({.file = file.name()}, problem);
}

void require_type(const ArrayFile& file, ElementType type, const char* role) {
  if (file.type() == type) return;
  refuse(file, fmt::format("holds '{}', but {} are '{}'", element_name(file.type()), role,
                           element_name(type)));
}

struct Extents {
  std::uint64_t rows;
  std::uint64_t columns;
};

/// 1-D is one row.
Extents rows_and_columns(const ArrayFile& file, const char* role) {
  const auto& shape = file.shape();
  if (shape.size() == 1) return {1, shape[0]};
  if (shape.size() == 2) return {shape[0], shape[1]};
  refuse(file,
         fmt::format("has shape {}, but {} have one or two dimensions", shape_text(shape), role));
}

template <typename T>
std::vector<std::int32_t> checked_lengths(const ArrayFile& file, std::span<const T> values,
                                          std::int64_t width) {
  std::vector<std::int32_t> lengths;
  lengths.reserve(values.size());
  for (const T value : values) {
    if (value < 0 || value > width) {
      throw InputError({file.name(), static_cast<std::int64_t>(lengths.size()), std::nullopt},
                       fmt::format("length {} is outside [0, {}]", value, width));
    }
    lengths.push_back(static_cast<std::int32_t>(value));
  }
  return lengths;
}

std::vector<std::int32_t> read_lengths(const std::string& location, std::uint64_t rows,
                                       std::int64_t width) {
  const ArrayFile file(location);
  const auto [outer, inner] = rows_and_columns(file, "lengths");
  // One length a row, whether saved as (M,), (M, 1) or (1, M).
  if (std::min(outer, inner) != 1 || std::max(outer, inner) != rows) {
    refuse(file, fmt::format("has shape {}, but there are {} score rows, one length each",
                             shape_text(file.shape()), rows));
  }
  switch (file.type()) {
    case ElementType::int32:
      return checked_lengths(file, file.int32s(), width);
    case ElementType::int64:
      return checked_lengths(file, file.int64s(), width);
    case ElementType::float32:
      break;
  }
  refuse(file, "holds '<f4', but lengths are integers ('<i4' or '<i8')");
}

}  // namespace

ScoreFile::ScoreFile(const std::string& scores, const std::optional<std::string>& lengths)
    : scores_(scores) {
  require_type(scores_, ElementType::float32, "scores");
  const auto [rows, columns] = rows_and_columns(scores_, "scores");
  if (rows == 0 || columns == 0) {
    refuse(scores_, "has shape " + shape_text(scores_.shape()) + ", so there is nothing to select");
  }
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (columns > most || rows > most) {
    refuse(scores_, fmt::format("has shape {}, but rows and positions are numbered in 32 bits",
                                shape_text(scores_.shape())));
  }
  width_ = static_cast<std::int64_t>(columns);
  lengths_ = lengths ? read_lengths(*lengths, rows, width_)
                     : std::vector<std::int32_t>(rows, static_cast<std::int32_t>(columns));
}

reference::ScoreMatrix ScoreFile::matrix() const {
  return {.scores = scores_.floats().data(), .lengths = lengths_, .width = width_, .pitch = width_};
}

ArrayFile open_indices(const std::string& location, std::int64_t rows, std::int32_t rank) {
  ArrayFile file(location);
  require_type(file, ElementType::int32, "indices");
  const auto [found_rows, columns] = rows_and_columns(file, "indices");
  if (found_rows != static_cast<std::uint64_t>(rows) ||
      columns != static_cast<std::uint64_t>(rank)) {
    refuse(file, fmt::format("has shape {}, but {} score rows at K = {} need ({}, {})",
                             shape_text(file.shape()), rows, rank, rows, rank));
  }
  return file;
}

}  // namespace tailproof::io
