// A buffer in device memory with red zones, checked through a copy of it in host memory.
#pragma once
#include "cuda_driver.hpp"
#include "guarded_region.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tailproof::properties {

class DeviceBuffer {
 public:
  explicit DeviceBuffer(const CudaDriver& driver) : driver_(driver) {}
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() {
    if (memory_ != 0) driver_.discard(memory_);
  }

  /// Room for that many bytes, `shift` alignments from an aligned address. True if it is new
  /// memory.
  bool place(std::size_t bytes, std::size_t alignment, std::uint32_t shift);
  [[nodiscard]] std::size_t size() const noexcept { return bytes_; }
  template <typename T>
  [[nodiscard]] T* on_device() const noexcept {
    return reinterpret_cast<T*>(data());
  }

  /// Fills the red zones with the pattern of a seed.
  void arm(std::uint64_t seed);
  /// Sets the contents.
  void write(const void* from) const { driver_.upload(data(), from, bytes_); }
  void fill(std::uint64_t seed) const;
  void clear() const { driver_.clear(data(), bytes_); }
  /// The contents, as far as asked for.
  void read(void* to, std::size_t bytes) const { driver_.download(to, data(), bytes); }
  /// Downloads the red zones and returns the first damage, or nothing.
  [[nodiscard]] std::optional<Damage> damage() const;

 private:
  static constexpr std::size_t red_zone = 4096;

  [[nodiscard]] DevicePointer data() const noexcept { return memory_ + offset_; }

  const CudaDriver& driver_;
  DevicePointer memory_ = 0;
  std::size_t capacity_ = 0;
  std::size_t offset_ = 0;  // bytes before the buffer, all of them red
  std::size_t bytes_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace tailproof::properties
