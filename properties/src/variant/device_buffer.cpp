#include "device_buffer.hpp"

#include <algorithm>

namespace tailproof::properties {

bool DeviceBuffer::place(std::size_t bytes, std::size_t alignment, std::uint32_t shift) {
  // Allocations are aligned to 256 bytes; greater alignments are made here.
  const std::size_t needed = bytes + 2 * red_zone + (shift + 1) * alignment;
  const bool fresh = needed > capacity_ || bytes != bytes_;
  if (needed > capacity_) {
    if (memory_ != 0) driver_.free(memory_);
    memory_ = 0;
    memory_ = driver_.allocate(needed);
    capacity_ = needed;
  }
  const DevicePointer aligned = (memory_ + red_zone + alignment - 1) / alignment * alignment;
  offset_ = aligned - memory_ + shift * alignment;
  bytes_ = bytes;
  return fresh;
}

void DeviceBuffer::arm(std::uint64_t seed) {
  seed_ = seed;
  std::vector<std::byte> zone(std::max(offset_, red_zone));
  fill_pattern({zone.data(), offset_}, seed_);
  driver_.upload(memory_, zone.data(), offset_);
  const std::size_t behind = std::min(red_zone, capacity_ - offset_ - bytes_);
  fill_pattern({zone.data(), behind}, seed_ + 1);
  driver_.upload(data() + bytes_, zone.data(), behind);
}

void DeviceBuffer::fill(std::uint64_t seed) const {
  std::vector<std::byte> contents(bytes_);
  fill_pattern(contents, seed);
  write(contents.data());
}

std::optional<Damage> DeviceBuffer::damage() const {
  std::vector<std::byte> zone(std::max(offset_, red_zone));
  const std::size_t behind = std::min(red_zone, capacity_ - offset_ - bytes_);
  driver_.download(zone.data(), data() + bytes_, behind);
  for (std::size_t i = 0; i < behind; ++i) {
    if (zone[i] == pattern_byte(seed_ + 1, i)) continue;
    return Damage{static_cast<std::int64_t>(bytes_ + i), static_cast<std::uint8_t>(zone[i])};
  }
  driver_.download(zone.data(), memory_, offset_);
  for (std::size_t i = offset_; i-- > 0;) {
    if (zone[i] == pattern_byte(seed_, i)) continue;
    return Damage{static_cast<std::int64_t>(i) - static_cast<std::int64_t>(offset_),
                  static_cast<std::uint8_t>(zone[i])};
  }
  return std::nullopt;
}

}  // namespace tailproof::properties
