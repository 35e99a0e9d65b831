#include "shadow.hpp"

#include <sys/mman.h>

#include <cstring>

#include "../arena.hpp"
#include "../sanitizer.hpp"
#include "../stacks.hpp"

namespace simt::detail::checks {
namespace {

constexpr std::size_t page = Stacks::page;
// Shadow of small buffers stays: its stamps are of an earlier launch, which their tags tell, and
// page faults would cost a small launch more than all its checks.
constexpr std::size_t least_release = std::size_t{1} << 20;

void* reserve_pages(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Calls `change(state, mask)` for each word that [offset, offset + bytes) touches.
template <class Change>
void for_words(std::uint8_t* states, std::size_t offset, std::size_t bytes, Change change) {
  const std::size_t end = offset + bytes;
  while (offset < end) {
    const std::size_t word_end = (offset / 4 + 1) * 4;
    const std::size_t stop = word_end < end ? word_end : end;
    const unsigned low = static_cast<unsigned>(offset % 4);
    const unsigned count = static_cast<unsigned>(stop - offset);
    change(states[offset / 4], static_cast<std::uint8_t>(((1u << count) - 1u) << low));
    offset = stop;
  }
}

}  // namespace

void Shadow::reserve(std::size_t bytes) {
  if (states != nullptr) return;
  states = static_cast<std::uint8_t*>(reserve_pages(bytes / 4));
  cells = static_cast<Cell*>(reserve_pages(bytes / 4 * sizeof(Cell)));
}

void Shadow::unreserve(std::size_t bytes) {
  if (states == nullptr) return;
  munmap(states, bytes / 4);
  munmap(cells, bytes / 4 * sizeof(Cell));
  states = nullptr;
  cells = nullptr;
}

void Shadow::set_initialised(std::size_t offset, std::size_t bytes, bool initialised) {
  for_words(states, offset, bytes, [initialised](std::uint8_t& state, std::uint8_t mask) {
    state = static_cast<std::uint8_t>(initialised ? state | mask : state & ~mask);
  });
}

void Shadow::set_forbidden(std::size_t offset, std::size_t bytes, bool forbidden) {
  for_words(states, offset, bytes, [forbidden](std::uint8_t& state, std::uint8_t mask) {
    state = static_cast<std::uint8_t>(forbidden ? state | mask << 4 : state & ~(mask << 4));
  });
}

void Shadow::clear_states(std::size_t offset, std::size_t bytes) {
  std::memset(states + offset / 4, 0, (bytes + 3) / 4);
}

Shadow& global_shadow() {
  static Shadow& shadow = [&]() -> Shadow& {
    static Shadow reserved;
    reserved.reserve(Arena::capacity);
    return reserved;
  }();
  return shadow;
}

void forget(std::size_t offset, std::size_t bytes) {
  if (enabled()) global_shadow().clear_states(offset, bytes);
}

void release(std::size_t offset, std::size_t bytes) {
  if (!enabled() || bytes < least_release) return;
  const auto drop = [](void* begin, std::size_t size) {
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + size) / page * page;
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  };
  drop(global_shadow().cells + offset / 4, bytes / 4 * sizeof(Cell));
}

void set_initialised(const void* address, std::size_t bytes) {
  const Arena& arena = Arena::instance();
  if (!enabled() || !arena.contains(address)) return;
  global_shadow().set_initialised(arena.offset_of(address), bytes, true);
}

void set_forbidden(const void* address, std::size_t bytes, bool forbidden) {
  const Arena& arena = Arena::instance();
  if (!arena.contains(address)) return;
  if (forbidden) {
    poison(address, bytes);
  } else {
    unpoison(address, bytes);
  }
  if (enabled()) global_shadow().set_forbidden(arena.offset_of(address), bytes, forbidden);
}

namespace {
// Program counters are kept as 32-bit distances from this library's code: kernels are linked into
// the same module.
std::intptr_t anchor() {
  return reinterpret_cast<std::intptr_t>(&enabled);
}
}  // namespace

std::uint32_t pack_pc(const void* pc) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::intptr_t>(pc) - anchor());
}

const void* unpack_pc(std::uint32_t packed) {
  return reinterpret_cast<const void*>(anchor() + static_cast<std::int32_t>(packed));
}

}  // namespace simt::detail::checks
