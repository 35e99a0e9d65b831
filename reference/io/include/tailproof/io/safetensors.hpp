/// Finding a named tensor in a .safetensors file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tailproof/io/array_header.hpp"

namespace tailproof::io {

/// Longest JSON header accepted, in bytes. Headers list tensors at some 100 bytes each, so this
/// is ample; it bounds the memory that a hostile file can make the reader take.
inline constexpr std::uint64_t longest_safetensors_header = 16u << 20;

/// The header of tensor `tensor` in `bytes`, the whole file. Checks every tensor of the file: data
/// within the file, in as many bytes as shape and dtype say, without overlaps or holes. Throws
/// InputError naming `file`; for a missing tensor the message lists those there are.
[[nodiscard]] ArrayHeader find_tensor(const std::string& file, std::span<const std::byte> bytes,
                                      const std::string& tensor);

}  // namespace tailproof::io
