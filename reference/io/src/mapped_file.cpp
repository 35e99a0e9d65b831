#include "tailproof/io/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

/// Closes a descriptor at the end of a scope; the mapping outlives it.
struct Descriptor {
  int value;
  ~Descriptor() { ::close(value); }
};

[[noreturn]] void refuse(const std::string& path, const std::string& problem) {
  throw InputError({.file = path}, problem);
}

}  // namespace

MappedFile::MappedFile(std::string path) : path_(std::move(path)) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const int opened = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0) refuse(path_, std::string("cannot be opened: ") + std::strerror(errno));
  const Descriptor file{opened};
  struct stat status {};
  if (::fstat(file.value, &status) != 0) {
    refuse(path_, std::string("cannot be examined: ") + std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) refuse(path_, "is a directory, not a file");
  if (!S_ISREG(status.st_mode)) refuse(path_, "is not a regular file, so it cannot be mapped");
  if (status.st_size == 0) refuse(path_, "is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
  if (address == MAP_FAILED) {
    refuse(path_, std::string("cannot be mapped into memory: ") + std::strerror(errno));
  }
  // Advice only: a kernel that ignores it still reads correctly.
  ::madvise(address, size, MADV_SEQUENTIAL);
  bytes_ = {static_cast<const std::byte*>(address), size};
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)), bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace tailproof::io
