// Where a buffer lies among its pages: against the guard page behind it, or misaligned from the
// one before it.
#pragma once
#include <cstddef>
#include <cstdint>

namespace tailproof::properties {

/// Bytes [offset, offset + bytes) of that many whole pages, with guard pages on both sides.
struct Placement {
  std::size_t pages = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;

  [[nodiscard]] std::size_t end() const noexcept { return offset + bytes; }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Shift 0 ends the buffer at the end of a page, or as near as its alignment lets it; shift s > 0
/// starts it at s times its alignment from the start of one.
/// @param alignment  bytes, a power of two up to a page
[[nodiscard]] Placement place(std::size_t bytes, std::size_t alignment, std::uint32_t shift);

/// Shifts are 0 to 3, so that an alignment of A elements is put to A, 2 A and 3 A.
inline constexpr std::uint32_t shifts = 4;

}  // namespace tailproof::properties
