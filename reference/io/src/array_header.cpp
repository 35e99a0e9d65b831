#include "tailproof/io/array_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {

std::size_t element_size(ElementType type) {
  return type == ElementType::int64 ? 8 : 4;
}

const char* element_name(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return "<f4";
    case ElementType::int32:
      return "<i4";
    case ElementType::int64:
      return "<i8";
  }
  return "?";
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::uint64_t array_bytes(const std::string& file, const std::vector<std::uint64_t>& shape,
                          std::size_t bytes_per_element) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint64_t bytes = bytes_per_element;
  for (const std::uint64_t extent : shape) {
    // A zero extent does not excuse an overflow of the others: such a header is nonsense either
    // way.
    if (extent != 0 && bytes > most / extent) {
      throw InputError({.file = file},
                       "the size of an array of shape " + shape_text(shape) + " overflows 63 bits");
    }
    if (extent != 0) bytes *= extent;
  }
  for (const std::uint64_t extent : shape) {
    if (extent == 0) return 0;
  }
  return bytes;
}

}  // namespace tailproof::io
