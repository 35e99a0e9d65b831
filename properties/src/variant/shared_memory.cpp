#include "shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace tailproof::properties {
namespace {

[[noreturn]] void fail(const char* action) {
  throw std::system_error(errno, std::generic_category(), action);
}

}  // namespace

std::size_t page_size() noexcept {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

FileDescriptor read_only(int descriptor) {
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  FileDescriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.valid()) fail("open");
  return opened;
}

SharedMemory::SharedMemory(std::size_t bytes)
    : descriptor_(::memfd_create("tailproof", MFD_CLOEXEC)), size_(bytes) {
  if (!descriptor_.valid()) fail("memfd_create");
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(bytes)) != 0) fail("ftruncate");
  map();
}

SharedMemory::SharedMemory(FileDescriptor descriptor, std::size_t bytes)
    : descriptor_(std::move(descriptor)), size_(bytes) {
  map();
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::move(other.descriptor_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

void SharedMemory::map() {
  if (size_ == 0) return;
  void* const memory =
      ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.get(), 0);
  if (memory == MAP_FAILED) fail("mmap");
  data_ = static_cast<std::byte*>(memory);
}

}  // namespace tailproof::properties
