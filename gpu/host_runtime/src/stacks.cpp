#include "stacks.hpp"

#include <sys/mman.h>

#include "sanitizer.hpp"

namespace simt::detail {

bool Stacks::provide(std::size_t count) {
  if (count > capacity) return false;
  if (base_ == nullptr) {
    void* memory = mmap(nullptr, capacity * stride, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    base_ = static_cast<unsigned char*>(memory);
  }
  for (; ready_ < count; ++ready_) {
    if (mprotect(base_ + ready_ * stride, page, PROT_NONE) != 0) return false;
  }
  return true;
}

Stacks::~Stacks() {
  if (base_ == nullptr) return;
  unpoison(base_, capacity * stride);
  munmap(base_, capacity * stride);
}

}  // namespace simt::detail
