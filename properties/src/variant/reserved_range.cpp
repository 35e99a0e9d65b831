#include "reserved_range.hpp"

#include <algorithm>

namespace tailproof::properties {

ReservedRange::ReservedRange(const CudaDriver& driver, std::int64_t rows, std::size_t row_bytes,
                             std::size_t pitch_bytes)
    : driver_(driver), page_bytes_(driver.mapping_granularity()) {
  const std::size_t end =
      rows == 0 ? 1 : static_cast<std::size_t>(rows - 1) * pitch_bytes + row_bytes;
  bytes_ = (std::max<std::size_t>(end, 1) + page_bytes_ - 1) / page_bytes_ * page_bytes_;
  begin_ = driver_.reserve(bytes_);
  try {
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::size_t first = static_cast<std::size_t>(row) * pitch_bytes / page_bytes_;
      const std::size_t last =
          (static_cast<std::size_t>(row) * pitch_bytes + row_bytes + page_bytes_ - 1) / page_bytes_;
      for (std::size_t page = first; page < last; ++page) {
        if (pages_.empty() || page > pages_.back()) map(page);
      }
    }
  } catch (const CudaError&) {
    release();
    throw;
  }
}

ReservedRange::~ReservedRange() {
  release();
}

void ReservedRange::map(std::size_t page) {
  driver_.map(begin_ + page * page_bytes_, page_bytes_);
  pages_.push_back(page);
}

// Should the context be lost, the process ends soon and its addresses with it.
void ReservedRange::release() noexcept {
  for (const std::size_t page : pages_) driver_.unmap(begin_ + page * page_bytes_, page_bytes_);
  driver_.free_reserved(begin_, bytes_);
}

}  // namespace tailproof::properties
