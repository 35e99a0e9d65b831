#include "guarded_region.hpp"

#include "shared_memory.hpp"
#include "tailproof/generators/counter_random.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace tailproof::properties {
namespace {

std::uint64_t pattern_word(std::uint64_t seed, std::size_t word) noexcept {
  return generators::mix(seed + word * 0x9e3779b97f4a7c15u);
}

}  // namespace

void GuardedRegion::reserve(std::size_t pages) {
  release();
  const std::size_t bytes = pages * page_size();
  void* const memory = ::mmap(nullptr, bytes + 2 * guard_bytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(memory) + guard_bytes;
  pages_ = pages;
}

void GuardedRegion::release() noexcept {
  if (data_ != nullptr) ::munmap(data_ - guard_bytes, pages_ * page_size() + 2 * guard_bytes);
  data_ = nullptr;
  pages_ = 0;
}

void GuardedRegion::allocate(std::size_t pages) {
  reserve(pages);
  if (pages == 0) return;
  if (::mprotect(data_, pages * page_size(), PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

void GuardedRegion::map(int descriptor, std::size_t first_page, std::size_t pages) {
  reserve(pages);
  void* const mapped =
      ::mmap(data_, pages * page_size(), PROT_READ, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
             descriptor, static_cast<off_t>(first_page * page_size()));
  if (mapped == MAP_FAILED) throw std::bad_alloc();
}

bool GuardedBuffer::place(const Placement& placement) {
  const bool moved = !(placement == placement_) || region_.data() == nullptr;
  if (region_.pages() != placement.pages) region_.allocate(placement.pages);
  placement_ = placement;
  return moved;
}

std::span<std::byte> GuardedBuffer::after() const noexcept {
  return {region_.data() + placement_.end(), placement_.pages * page_size() - placement_.end()};
}

void GuardedBuffer::arm(std::uint64_t seed) noexcept {
  seed_ = seed;
  fill_pattern(before(), seed_);
  fill_pattern(after(), seed_ + 1);
}

std::optional<Damage> GuardedBuffer::damage() const noexcept {
  const auto behind = after();
  for (std::size_t i = 0; i < behind.size(); ++i) {
    if (behind[i] == pattern_byte(seed_ + 1, i)) continue;
    return Damage{static_cast<std::int64_t>(size() + i), static_cast<std::uint8_t>(behind[i])};
  }
  const auto ahead = before();
  for (std::size_t i = ahead.size(); i-- > 0;) {
    if (ahead[i] == pattern_byte(seed_, i)) continue;
    return Damage{static_cast<std::int64_t>(i) - static_cast<std::int64_t>(ahead.size()),
                  static_cast<std::uint8_t>(ahead[i])};
  }
  return std::nullopt;
}

std::byte pattern_byte(std::uint64_t seed, std::size_t i) noexcept {
  const std::uint64_t word = pattern_word(seed, i / sizeof(std::uint64_t));
  std::byte bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  return bytes[i % sizeof word];
}

void fill_pattern(std::span<std::byte> bytes, std::uint64_t seed) noexcept {
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = pattern_word(seed, i / sizeof(std::uint64_t));
    std::memcpy(bytes.data() + i, &word, std::min(sizeof word, bytes.size() - i));
  }
}

}  // namespace tailproof::properties
