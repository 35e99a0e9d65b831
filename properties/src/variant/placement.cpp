#include "placement.hpp"

#include "shared_memory.hpp"

#include <algorithm>

namespace tailproof::properties {

Placement place(std::size_t bytes, std::size_t alignment, std::uint32_t shift) {
  Placement placement;
  placement.bytes = bytes;
  if (shift != 0) {
    placement.offset = shift * alignment;
    placement.pages = std::max<std::size_t>(1, pages_for(placement.end()));
    return placement;
  }
  placement.pages = std::max<std::size_t>(1, pages_for(bytes));
  placement.offset = (placement.pages * page_size() - bytes) & ~(alignment - 1);
  return placement;
}

}  // namespace tailproof::properties
