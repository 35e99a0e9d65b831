/// Device memory of the process: every byte has a known owner, red zones lie between allocations.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tailproof/simt/status.hpp"

namespace simt::detail {

struct Allocation {
  std::size_t begin = 0;  // offset in the arena
  std::size_t bytes = 0;
  std::size_t extent = 0;  // bytes with the red zone behind
  bool live = false;
  bool read_only = false;
};

class Arena {
 public:
  static Arena& instance();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  static constexpr std::size_t capacity = std::size_t{4} << 30;
  static constexpr std::size_t granule = 256;  // alignment, and least size of a red zone
  static constexpr unsigned char fresh_byte = 0xa5;
  static constexpr unsigned char gap_byte = 0xfb;

  Status allocate(void** address, std::size_t bytes);
  Status release(void* address);
  /// The live allocation that owns `address`, or null. Takes no lock.
  const Allocation* find(const void* address) const {
    const std::size_t offset = offset_of(address);
    if (offset >= capacity) return nullptr;
    const std::uint32_t id = owner_[offset / granule];
    if (id == 0) return nullptr;
    const Allocation& allocation = allocations_[id - 1];
    return offset - allocation.begin < allocation.bytes ? &allocation : nullptr;
  }
  bool contains(const void* address) const { return offset_of(address) < capacity; }
  std::size_t offset_of(const void* address) const {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(address) - base_);
  }
  unsigned char* base() const { return base_; }

  bool set_read_only(const void* address, bool read_only);
  /// Write-protects (or releases) the whole pages of all read-only allocations.
  void protect_read_only(bool protect);
  /// A sentence about an allocation whose red zone was written over; empty when there is none.
  std::string damaged_gap();
  /// How far `address` is from the nearest live allocation, in words.
  std::string neighbourhood(const void* address);

 private:
  Arena();
  std::size_t place(std::size_t extent);
  bool make_writable(std::size_t end);
  void retire(const Allocation& allocation);

  unsigned char* base_ = nullptr;
  std::uint32_t* owner_ = nullptr;  // by granule: allocation number, from 1
  mutable std::mutex mutex_;
  std::deque<Allocation> allocations_;
  std::vector<std::uint32_t> unused_;                           // numbers of dead allocations
  std::map<std::size_t, std::uint32_t> live_;                   // begin to number
  std::map<std::size_t, std::size_t> free_;                     // begin to extent
  std::deque<std::pair<std::size_t, std::size_t>> quarantine_;  // freed lately, not reused yet
  std::size_t quarantined_ = 0;
  std::size_t end_ = granule;
  std::size_t writable_ = 0;
};

/// While it lives, read-only buffers are write-protected page by page.
class ReadOnlyScope {
 public:
  ReadOnlyScope() { Arena::instance().protect_read_only(true); }
  ~ReadOnlyScope() { Arena::instance().protect_read_only(false); }
  ReadOnlyScope(const ReadOnlyScope&) = delete;
  ReadOnlyScope& operator=(const ReadOnlyScope&) = delete;
};

}  // namespace simt::detail
