#include "tailproof/generators/score_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define TAILPROOF_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TAILPROOF_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef TAILPROOF_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace tailproof::generators {
namespace {

constexpr std::size_t base_alignment = 64;

void poison([[maybe_unused]] const float* begin, [[maybe_unused]] const float* end) noexcept {
#ifdef TAILPROOF_ADDRESS_SANITIZER
  ASAN_POISON_MEMORY_REGION(begin, static_cast<std::size_t>(end - begin) * sizeof(float));
#endif
}

void unpoison([[maybe_unused]] const float* begin, [[maybe_unused]] std::size_t floats) noexcept {
#ifdef TAILPROOF_ADDRESS_SANITIZER
  ASAN_UNPOISON_MEMORY_REGION(begin, floats * sizeof(float));
#endif
}

// A file in memory of that size, mapped here; null where the system has none to give.
float* map_new_file(std::size_t bytes, int& descriptor) noexcept {
  descriptor = ::memfd_create("tailproof-scores", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return nullptr;
  void* memory = MAP_FAILED;
  if (::ftruncate(descriptor, static_cast<off_t>(bytes)) == 0) {
    memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, 0);
  }
  if (memory != MAP_FAILED) {
    // This mapping stays the only one that can be written through, whoever gets the file. Older
    // systems refuse the seal; a descriptor opened for reading keeps others from writing there.
    (void)::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE);
    return static_cast<float*>(memory);
  }
  ::close(descriptor);
  descriptor = -1;
  return nullptr;
}

}  // namespace

void ScoreMemory::Release::operator()(float* memory) const noexcept {
  unpoison(memory, floats);
  if (descriptor < 0) {
    std::free(memory);
    return;
  }
  ::munmap(memory, floats * sizeof(float));
  ::close(descriptor);
}

ScoreMemory::ScoreMemory(std::size_t floats, std::uint32_t offset)
    : size_(floats), offset_(offset) {
  if (floats * sizeof(float) < least_shared_bytes || !allocate_shared()) allocate_on_heap();
}

bool ScoreMemory::allocate_shared() {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t bytes = size_ * sizeof(float);
  page_offset_ = offset_ * sizeof(float);
  pages_ = (page_offset_ + bytes + page - 1) / page;
  if (offset_ == 0) page_offset_ = pages_ * page - bytes;
  Release release;
  const std::size_t room = (pages_ + 2 * guard_pages) * page;
  release.floats = room / sizeof(float);
  float* const memory = map_new_file(room, release.descriptor);
  if (memory == nullptr) return false;
  static std::atomic<std::uint64_t> made{0};
  number_ = ++made;
  block_ = std::unique_ptr<float, Release>(memory, release);
  data_ = memory + (guard_pages * page + page_offset_) / sizeof(float);
  return true;
}

void ScoreMemory::allocate_on_heap() {
  const auto front = static_cast<std::size_t>(guard_floats) + offset_;
  Release release;
  release.floats = front + size_ + static_cast<std::size_t>(guard_floats);
  const std::size_t bytes =
      (release.floats * sizeof(float) + base_alignment - 1) / base_alignment * base_alignment;
  auto* const memory = static_cast<float*>(std::aligned_alloc(base_alignment, bytes));
  if (memory == nullptr) throw std::bad_alloc();
  block_ = std::unique_ptr<float, Release>(memory, release);
  data_ = memory + front;
}

void ScoreMemory::close_guards() const noexcept {
  poison(guarded_begin(), data_);
  poison(data_ + size_, guarded_end());
}

}  // namespace tailproof::generators
