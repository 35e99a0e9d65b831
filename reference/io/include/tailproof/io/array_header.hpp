/// What a file says about the array it holds, whichever format said it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::io {

/// The element types that score, index and length files may have, all little endian.
enum class ElementType { float32, int32, int64 };

/// Size of one element in bytes.
[[nodiscard]] std::size_t element_size(ElementType type);

/// The name of the type in .npy headers and in messages: "<f4", "<i4" or "<i8".
[[nodiscard]] const char* element_name(ElementType type);

/// An array in C order: its element type, its extents and the first byte of its data in the file.
struct ArrayHeader {
  ElementType type = ElementType::float32;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

/// "(59, 65536)", as numpy prints it.
[[nodiscard]] std::string shape_text(const std::vector<std::uint64_t>& shape);

/// Bytes of an array with these extents. Throws InputError naming `file` when the product
/// overflows 63 bits, which no file can hold.
[[nodiscard]] std::uint64_t array_bytes(const std::string& file,
                                        const std::vector<std::uint64_t>& shape,
                                        std::size_t bytes_per_element);

}  // namespace tailproof::io
