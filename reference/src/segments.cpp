#include "tailproof/reference/segments.hpp"

#include <algorithm>

namespace tailproof::reference {

Range segment_range(std::int64_t length, std::uint32_t segment, std::uint32_t segments) noexcept {
  if (segments == 1) return {0, length};
  const std::int64_t even = (length + segments - 1) / segments;
  const std::int64_t chunk = (even + segment_alignment - 1) / segment_alignment * segment_alignment;
  const std::int64_t begin = std::min(length, chunk * segment);
  return {begin, std::min(length, begin + chunk)};
}

}  // namespace tailproof::reference
