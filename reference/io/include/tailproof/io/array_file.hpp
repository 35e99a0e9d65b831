/// One array of a file, in place: .npy, or a named tensor of .safetensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tailproof/io/array_header.hpp"
#include "tailproof/io/mapped_file.hpp"

namespace tailproof::io {

/// Most bytes of data at an unaligned offset that are copied; more are refused, since the copy
/// would not be a mapping and might not fit into memory.
inline constexpr std::uint64_t largest_aligned_copy = std::uint64_t{1} << 30;

/// A mapped array in C order. Reading it costs page faults only, never a copy, except where the
/// file puts the data at an offset that its type cannot be read from: then it is copied once.
class ArrayFile final {
 public:
  /// Opens "FILE.npy" or "FILE.safetensors:TENSOR". Throws InputError.
  explicit ArrayFile(const std::string& location);

  /// The location, for messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] ElementType type() const noexcept { return header_.type; }
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const noexcept { return header_.shape; }

  /// All elements, row-major. The type must be type().
  [[nodiscard]] std::span<const float> floats() const;
  [[nodiscard]] std::span<const std::int32_t> int32s() const;
  [[nodiscard]] std::span<const std::int64_t> int64s() const;

 private:
  template <typename T>
  [[nodiscard]] std::span<const T> elements(ElementType type) const;

  std::string name_;
  MappedFile file_;
  ArrayHeader header_;
  std::span<const std::byte> data_;
  std::unique_ptr<std::byte[]> aligned_copy_;
};

}  // namespace tailproof::io
