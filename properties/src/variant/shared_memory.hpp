// Anonymous memory that two processes share.
#pragma once
#include "file_descriptor.hpp"

#include <cstddef>

namespace tailproof::properties {

[[nodiscard]] std::size_t page_size() noexcept;
[[nodiscard]] inline std::size_t pages_for(std::size_t bytes) noexcept {
  return (bytes + page_size() - 1) / page_size();
}

/// Opens a file in memory once more, for reading only: whoever gets that descriptor can map the
/// file for nothing else. Throws std::system_error.
[[nodiscard]] FileDescriptor read_only(int descriptor);

/// Zeroed memory, mapped writable here; throws std::system_error when there is none left.
class SharedMemory {
 public:
  SharedMemory() = default;
  explicit SharedMemory(std::size_t bytes);
  /// Maps what the other side made.
  SharedMemory(FileDescriptor descriptor, std::size_t bytes);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }
  /// A descriptor through which the memory can be mapped for reading only, whoever holds it.
  [[nodiscard]] FileDescriptor read_only() const {
    return properties::read_only(descriptor_.get());
  }

 private:
  void map();

  FileDescriptor descriptor_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tailproof::properties
