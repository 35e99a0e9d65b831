/// Structure-aware mutation of score rows (row_input.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

namespace tailproof::fuzz {

/// One to four edits that keep ties, cross coarse bins, cross digits, grow, cut, align with the
/// sampled view, move the rank to where the row turns, or splice real scores. A function of its
/// arguments alone.
std::size_t mutate_rows(std::uint8_t* data, std::size_t size, std::size_t most, std::uint32_t seed);

/// The same behind a header of `prefix` bytes that is left alone.
template <std::size_t prefix>
std::size_t mutate_rows_behind(std::uint8_t* data, std::size_t size, std::size_t most,
                               std::uint32_t seed) {
  if (size < prefix || most <= prefix) return size;
  return prefix + mutate_rows(data + prefix, size - prefix, most - prefix, seed);
}

}  // namespace tailproof::fuzz
