// A parser of our own, because no C++ library that Debian 12 and Ubuntu 24.04 package reads .npy
// by mapping it: libxtensor-dev, the only candidate, copies the file through a stream, knows
// versions 1 and 2 only, trusts the shape before it allocates, and reports no place.
#include "tailproof/io/npy_header.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "python_literal.hpp"
#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::uint64_t alignment = 64;

[[noreturn]] void refuse(const std::string& file, const std::string& problem) {
  throw InputError({.file = file}, problem);
}

/// Where the header dictionary lies in the file.
struct Extent {
  std::uint64_t offset;
  std::uint64_t size;
};

Extent dictionary_extent(const std::string& file, std::string_view text) {
  if (text.substr(0, magic.size()) != magic.substr(0, text.size())) {
    refuse(file, "is not a .npy file: it starts with " + printable(text.substr(0, magic.size())) +
                     ", not with " + printable(magic));
  }
  if (text.size() < magic.size() + 2) refuse(file, "is truncated within the .npy magic");
  const int major = static_cast<unsigned char>(text[6]);
  const int minor = static_cast<unsigned char>(text[7]);
  if (major < 1 || major > 3 || minor != 0) {
    refuse(file, fmt::format(".npy format version {}.{} is unknown (1.0, 2.0 and 3.0 are read)",
                             major, minor));
  }
  const std::uint64_t size_bytes = major == 1 ? 2 : 4;
  const std::uint64_t offset = magic.size() + 2 + size_bytes;
  if (text.size() < offset) refuse(file, "is truncated within the .npy header size");
  std::uint64_t size = 0;
  for (std::uint64_t i = 0; i < size_bytes; ++i) {
    size |= std::uint64_t{static_cast<unsigned char>(text[magic.size() + 2 + i])} << (8 * i);
  }
  if (size > longest_npy_header) {
    refuse(file, fmt::format(".npy header of {} bytes is too long (at most {})", size,
                             longest_npy_header));
  }
  if (size > text.size() - offset) {
    refuse(file, fmt::format("is truncated: .npy header of {} bytes, but {} bytes follow", size,
                             text.size() - offset));
  }
  return {offset, size};
}

ElementType element_type(const std::string& file, std::string_view descr) {
  for (const ElementType type : {ElementType::float32, ElementType::int32, ElementType::int64}) {
    if (descr == element_name(type)) return type;
  }
  const char* const hint = !descr.empty() && descr.front() == '>' ? " (big endian)" : "";
  refuse(file, fmt::format("dtype {}{} is not supported: scores are '<f4', indices '<i4', lengths "
                           "'<i4' or '<i8'",
                           printable(descr), hint));
}

struct Dictionary {
  std::optional<ElementType> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

Dictionary read_dictionary(const std::string& file, std::string_view text) {
  PythonLiteralReader reader(file, text);
  Dictionary result;
  reader.expect('{');
  while (!reader.take('}')) {
    const std::string_view key = reader.string();
    reader.expect(':');
    if (key == "descr" && !result.type) {
      if (reader.peek() == '[') refuse(file, "structured dtypes are not supported");
      result.type = element_type(file, reader.string());
    } else if (key == "fortran_order" && !result.fortran_order) {
      result.fortran_order = reader.boolean();
    } else if (key == "shape" && !result.shape) {
      result.shape = reader.tuple();
    } else {
      reader.fail("unknown or repeated key " + printable(key));
    }
    if (reader.take(',')) continue;
    reader.expect('}');
    break;
  }
  if (reader.peek() != '\0') reader.fail("text after the dictionary");
  return result;
}

}  // namespace

ArrayHeader parse_npy_header(const std::string& file, std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Extent extent = dictionary_extent(file, text);
  const Dictionary found = read_dictionary(file, text.substr(extent.offset, extent.size));
  if (!found.type) refuse(file, ".npy header lacks the key 'descr'");
  if (!found.fortran_order) refuse(file, ".npy header lacks the key 'fortran_order'");
  if (!found.shape) refuse(file, ".npy header lacks the key 'shape'");
  if (*found.fortran_order) {
    refuse(file, "is in Fortran order; save numpy.ascontiguousarray(x) instead");
  }
  const std::uint64_t data_offset = extent.offset + extent.size;
  const std::uint64_t needed = array_bytes(file, *found.shape, element_size(*found.type));
  const std::uint64_t present = text.size() - data_offset;
  if (needed != present) {
    refuse(file, fmt::format("{}: shape {} of '{}' takes {} bytes of data, but the file has {}",
                             present < needed ? "is truncated" : "has bytes after the array",
                             shape_text(*found.shape), element_name(*found.type), needed, present));
  }
  return {*found.type, *found.shape, data_offset};
}

std::string npy_header(ElementType type, const std::vector<std::uint64_t>& shape) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                       element_name(type), shape_text(shape));
  constexpr std::uint64_t prefix = magic.size() + 4;
  const std::uint64_t used = prefix + dictionary.size() + 1;
  dictionary.append((alignment - used % alignment) % alignment, ' ');
  dictionary += '\n';
  const std::size_t size = dictionary.size();
  std::string header(magic);
  header += {'\x01', '\x00', static_cast<char>(size & 0xff), static_cast<char>(size >> 8)};
  return header + dictionary;
}

}  // namespace tailproof::io
