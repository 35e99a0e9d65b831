/// Writing .npy files, whole or not at all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tailproof/io/array_header.hpp"
#include "tailproof/io/atomic_file.hpp"

namespace tailproof::io {

/// A .npy file in C order, written front to back and visible only after commit().
class NpyWriter final {
 public:
  /// Throws InputError as AtomicFile does.
  NpyWriter(const std::string& path, ElementType type, const std::vector<std::uint64_t>& shape);

  /// Appends elements of the type given at construction; any other type, or more elements than the
  /// shape holds, is a std::logic_error.
  void append(std::span<const float> values);
  void append(std::span<const std::int32_t> values);
  void append(std::span<const std::int64_t> values);

  /// Throws std::logic_error unless exactly the shape's elements were appended.
  void commit();

 private:
  void append(ElementType type, std::span<const std::byte> bytes);

  AtomicFile file_;
  ElementType type_;
  std::uint64_t missing_;
};

/// The whole file at once.
void write_npy(const std::string& path, std::span<const float> values,
               const std::vector<std::uint64_t>& shape);
void write_npy(const std::string& path, std::span<const std::int32_t> values,
               const std::vector<std::uint64_t>& shape);
void write_npy(const std::string& path, std::span<const std::int64_t> values,
               const std::vector<std::uint64_t>& shape);

}  // namespace tailproof::io
