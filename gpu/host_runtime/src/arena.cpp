#include "arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "checks/shadow.hpp"
#include "sanitizer.hpp"
#include "stacks.hpp"

namespace simt::detail {

namespace {

constexpr std::size_t page = Stacks::page;
constexpr std::size_t quarantine_bytes = std::size_t{4} << 20;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

void* reserve(std::size_t bytes, int access) {
  void* memory = mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Allocations of a page or more have their pages to themselves, so that they can be
/// write-protected.
std::size_t body_of(std::size_t bytes) {
  return bytes >= page ? round_up(bytes, page)
                       : round_up(std::max<std::size_t>(bytes, 1), Arena::granule);
}

}  // namespace

Arena& Arena::instance() {
  // Never destroyed: buffers may outlive every static object.
  static Arena& arena = *new Arena;
  return arena;
}

Arena::Arena()
    : base_(static_cast<unsigned char*>(reserve(capacity, PROT_NONE))),
      owner_(static_cast<std::uint32_t*>(
          reserve(capacity / granule * sizeof(std::uint32_t), PROT_READ | PROT_WRITE))) {}

/// A process whose memory is limited pays for what is writable, touched or not.
bool Arena::make_writable(std::size_t end) {
  constexpr std::size_t step = std::size_t{64} << 20;
  if (end <= writable_) return true;
  // A step beyond the end: stray accesses nearby are for the checks to find, not for the kernel.
  const std::size_t wanted = std::min(round_up(end, step) + step, capacity);
  if (mprotect(base_ + writable_, wanted - writable_, PROT_READ | PROT_WRITE) != 0) return false;
  writable_ = wanted;
  return true;
}

/// First fit among the freed regions, else fresh memory; `capacity` when there is none.
std::size_t Arena::place(std::size_t extent) {
  const std::size_t alignment = extent > page ? page : granule;
  for (auto region = free_.begin(); region != free_.end(); ++region) {
    const auto [begin, size] = *region;
    const std::size_t start = round_up(begin, alignment);
    if (start + extent > begin + size) continue;
    free_.erase(region);
    if (start > begin) free_[begin] = start - begin;
    if (start + extent < begin + size) free_[start + extent] = begin + size - start - extent;
    return start;
  }
  const std::size_t start = round_up(end_, alignment);
  if (extent > capacity - std::min(start, capacity)) return capacity;
  if (start > end_) free_[end_] = start - end_;
  end_ = start + extent;
  return start;
}

Status Arena::allocate(void** address, std::size_t bytes) {
  *address = nullptr;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (base_ == nullptr || owner_ == nullptr || bytes > capacity / 2) {
    return Status(Code::out_of_memory, "the device memory arena is exhausted");
  }
  const std::size_t extent = body_of(bytes) + granule;
  const std::size_t begin = place(extent);
  if (begin == capacity || !make_writable(begin + extent)) {
    return Status(Code::out_of_memory, "the device memory arena is exhausted");
  }
  std::uint32_t number = 0;
  if (unused_.empty()) {
    allocations_.emplace_back();
    number = static_cast<std::uint32_t>(allocations_.size());
  } else {
    number = unused_.back();
    unused_.pop_back();
  }
  allocations_[number - 1] = {begin, bytes, extent, true, false};
  live_[begin] = number;
  std::fill_n(owner_ + begin / granule, round_up(bytes, granule) / granule, number);
  unpoison(base_ + begin, extent);
  std::memset(base_ + begin, fresh_byte, bytes);
  std::memset(base_ + begin + bytes, gap_byte, extent - bytes);
  poison(base_ + begin + bytes, extent - bytes);
  checks::forget(begin, extent);
  *address = base_ + begin;
  return {};
}

Status Arena::release(void* address) {
  if (address == nullptr) return {};
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = contains(address) ? live_.find(offset_of(address)) : live_.end();
  if (found == live_.end()) {
    return Status(Code::invalid_configuration, "device_free of an address that is not allocated");
  }
  const std::uint32_t number = found->second;
  Allocation& allocation = allocations_[number - 1];
  std::fill_n(owner_ + allocation.begin / granule, round_up(allocation.bytes, granule) / granule,
              0u);
  allocation.live = false;
  live_.erase(found);
  unused_.push_back(number);
  retire(allocation);
  return {};
}

void Arena::retire(const Allocation& allocation) {
  poison(base_ + allocation.begin, allocation.extent);
  quarantine_.emplace_back(allocation.begin, allocation.extent);
  quarantined_ += allocation.extent;
  while (quarantined_ > quarantine_bytes) {
    auto [begin, size] = quarantine_.front();
    quarantine_.pop_front();
    quarantined_ -= size;
    checks::release(begin, size);
    const auto next = free_.lower_bound(begin);
    if (next != free_.end() && next->first == begin + size) {
      size += next->second;
      free_.erase(next);
    }
    const auto after = free_.lower_bound(begin);
    if (after != free_.begin()) {
      const auto before = std::prev(after);
      if (before->first + before->second == begin) {
        before->second += size;
        continue;
      }
    }
    free_[begin] = size;
  }
}

bool Arena::set_read_only(const void* address, bool read_only) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Allocation* found = find(address);
  if (found == nullptr) return false;
  allocations_[owner_[found->begin / granule] - 1].read_only = read_only;
  return true;
}

void Arena::protect_read_only(bool protect) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [begin, number] : live_) {
    const Allocation& allocation = allocations_[number - 1];
    if (!allocation.read_only || allocation.bytes < page) continue;
    static_cast<void>(mprotect(base_ + begin, round_up(allocation.bytes, page),
                               protect ? PROT_READ : PROT_READ | PROT_WRITE));
  }
}

std::string Arena::damaged_gap() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [begin, number] : live_) {
    const Allocation& allocation = allocations_[number - 1];
    const unsigned char* gap = base_ + begin + allocation.bytes;
    const unsigned char* end = base_ + begin + allocation.extent;
    const unsigned char* hit =
        std::find_if(gap, end, [](unsigned char byte) { return byte != gap_byte; });
    if (hit == end) continue;
    std::memset(base_ + begin + allocation.bytes, gap_byte, allocation.extent - allocation.bytes);
    return "something was written " + std::to_string(hit - gap) + " bytes behind a buffer of " +
           std::to_string(allocation.bytes) + " bytes";
  }
  return {};
}

std::string Arena::neighbourhood(const void* address) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t offset = offset_of(address);
  const auto next = live_.upper_bound(offset);
  if (next == live_.begin()) return "outside every buffer";
  const Allocation& before = allocations_[std::prev(next)->second - 1];
  return std::to_string(offset - before.begin - before.bytes) + " bytes behind a buffer of " +
         std::to_string(before.bytes) + " bytes";
}

}  // namespace simt::detail
