#include "tailproof/generators/score_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <list>
#include <mutex>
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

// A file in memory, mapped here.
struct Block {
  float* memory = nullptr;
  std::size_t floats = 0;
  int descriptor = -1;
  std::uint64_t number = 0;
};

// Shared memory that no case uses at present. The next case of its size gets it as it is: with its
// pages in place, and mapped already by the workers that had the last one.
class SpareMemory {
 public:
  // Never destroyed: cases may outlive every other object.
  static SpareMemory& instance() {
    static SpareMemory& only = *new SpareMemory;
    return only;
  }

  // A spare block or a new one; memory is null where there is neither.
  Block take(std::size_t floats) {
    const std::lock_guard lock(mutex_);
    Block block;
    const auto fits = std::find_if(spare_.begin(), spare_.end(),
                                   [floats](const Block& each) { return each.floats == floats; });
    if (fits != spare_.end()) {
      block = *fits;
      spare_.erase(fits);
      spare_bytes_ -= floats * sizeof(float);
    } else {
      block.floats = floats;
      block.memory = map_new_file(floats * sizeof(float), block.descriptor);
      if (block.memory == nullptr) return {};
      block.number = ++made_;
    }
    used_.push_back(block);
    return block;
  }

  void give_back(int descriptor) noexcept {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(used_.begin(), used_.end(), [descriptor](const Block& each) {
      return each.descriptor == descriptor;
    });
    spare_.splice(spare_.end(), used_, found);
    spare_bytes_ += spare_.back().floats * sizeof(float);
    while (spare_bytes_ > most_spare_bytes) {
      const Block& oldest = spare_.front();
      const std::size_t bytes = oldest.floats * sizeof(float);
      ::munmap(oldest.memory, bytes);
      ::close(oldest.descriptor);
      spare_bytes_ -= bytes;
      spare_.pop_front();
    }
  }

 private:
  static constexpr std::size_t most_spare_bytes = std::size_t{64} << 20;

  std::mutex mutex_;
  std::list<Block> used_;
  std::list<Block> spare_;  // the oldest first
  std::size_t spare_bytes_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace

void ScoreMemory::Release::operator()(float* memory) const noexcept {
  unpoison(memory, floats);
  if (descriptor < 0) {
    std::free(memory);
    return;
  }
  SpareMemory::instance().give_back(descriptor);
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
  release.floats = (pages_ + 2 * guard_pages) * page / sizeof(float);
  const Block block = SpareMemory::instance().take(release.floats);
  if (block.memory == nullptr) return false;
  release.descriptor = block.descriptor;
  number_ = block.number;
  block_ = std::unique_ptr<float, Release>(block.memory, release);
  data_ = block.memory + (guard_pages * page + page_offset_) / sizeof(float);
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
