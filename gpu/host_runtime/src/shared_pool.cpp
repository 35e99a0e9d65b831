#include "shared_pool.hpp"

#include <sys/mman.h>

#include "sanitizer.hpp"
#include "stacks.hpp"

namespace simt::detail {

namespace {
constexpr std::size_t page = Stacks::page;
}

bool SharedPool::layout(std::size_t slots, std::size_t bytes) {
  if (base_ == nullptr) {
    void* memory = mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    base_ = static_cast<unsigned char*>(memory);
  }
  const std::size_t body = (bytes + canary + page - 1) / page * page;
  const std::size_t stride = body + page;
  if (slots * stride > capacity) return false;
  if (stride == stride_ && slots * stride <= used_) return true;
  unpoison(base_, used_);
  if (mprotect(base_, capacity, PROT_READ | PROT_WRITE) != 0) return false;
  stride_ = stride;
  used_ = slots * stride;
  for (std::size_t i = 0; i < slots; ++i) {
    if (mprotect(slot(i) + body, page, PROT_NONE) != 0) return false;
  }
  return true;
}

void SharedPool::set_accessible(std::size_t index, bool accessible) {
  static_cast<void>(
      mprotect(slot(index), stride_ - page, accessible ? PROT_READ | PROT_WRITE : PROT_NONE));
}

SharedPool::~SharedPool() {
  if (base_ == nullptr) return;
  unpoison(base_, capacity);
  munmap(base_, capacity);
}

}  // namespace simt::detail
