/// The header of a .npy file, format versions 1.0, 2.0 and 3.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tailproof/io/array_header.hpp"

namespace tailproof::io {

/// Longest header dictionary accepted, in bytes: the most that version 1.0 can express. Versions
/// 2.0 and 3.0 exist for structured types, which scores never need.
inline constexpr std::uint64_t longest_npy_header = 65535;

/// Reads the header at the front of `bytes`, the whole file. Throws InputError naming `file` for a
/// wrong magic, an unknown version, a truncated, overlong or malformed header, an element type
/// that is not an ElementType, Fortran order, or a data size other than what the shape says.
[[nodiscard]] ArrayHeader parse_npy_header(const std::string& file,
                                           std::span<const std::byte> bytes);

/// The version 1.0 header, magic to final newline, of an array in C order; its size is a multiple
/// of 64, so that mapped data is aligned.
[[nodiscard]] std::string npy_header(ElementType type, const std::vector<std::uint64_t>& shape);

}  // namespace tailproof::io
