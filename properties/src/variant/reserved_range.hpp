// A matrix in device memory whose rows lie so far apart that their offsets need more than 32 bits:
// addresses are reserved for all of it, memory is there only for the rows.
#pragma once
#include "cuda_driver.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tailproof::properties {

/// Everything between the rows' pages is unmapped: to touch it is an illegal access.
class ReservedRange {
 public:
  /// Rows of row_bytes each, row r at data() + r * pitch_bytes. Throws CudaError.
  ReservedRange(const CudaDriver& driver, std::int64_t rows, std::size_t row_bytes,
                std::size_t pitch_bytes);
  ReservedRange(const ReservedRange&) = delete;
  ReservedRange& operator=(const ReservedRange&) = delete;
  ~ReservedRange();

  [[nodiscard]] DevicePointer data() const noexcept { return begin_; }

 private:
  void map(std::size_t page);
  void release() noexcept;

  const CudaDriver& driver_;
  std::size_t page_bytes_;
  std::size_t bytes_ = 0;
  DevicePointer begin_ = 0;
  std::vector<std::size_t> pages_;  // mapped, ascending
};

}  // namespace tailproof::properties
