// Pages with inaccessible pages on both sides, and a buffer among them with red zones around it.
#pragma once
#include "placement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tailproof::properties {

/// Inaccessible bytes on each side: only address space, so there can be many.
inline constexpr std::size_t guard_bytes = std::size_t{16} << 20;

/// A reservation [guard | pages | guard].
class GuardedRegion {
 public:
  GuardedRegion() = default;
  GuardedRegion(const GuardedRegion&) = delete;
  GuardedRegion& operator=(const GuardedRegion&) = delete;
  ~GuardedRegion() { release(); }

  /// Private, writable pages. Throws std::bad_alloc.
  void allocate(std::size_t pages);
  /// Read-only pages of a file. Throws std::bad_alloc.
  void map(int descriptor, std::size_t first_page, std::size_t pages);

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t pages() const noexcept { return pages_; }

 private:
  void reserve(std::size_t pages);
  void release() noexcept;

  std::byte* data_ = nullptr;
  std::size_t pages_ = 0;
};

/// What a red zone held after a call that it did not hold before.
struct Damage {
  std::int64_t offset = 0;  ///< bytes from the buffer's start: negative before it, >= size after
  std::uint8_t held = 0;
};

/// A writable buffer. What lies between it and the guard pages is a red zone.
class GuardedBuffer {
 public:
  /// Puts the buffer in place; contents stay unless its pages or its offset changed, of which true
  /// tells. Throws std::bad_alloc.
  bool place(const Placement& placement);

  [[nodiscard]] std::byte* data() const noexcept { return region_.data() + placement_.offset; }
  [[nodiscard]] std::size_t size() const noexcept { return placement_.bytes; }
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {data(), size()}; }
  template <typename T>
  [[nodiscard]] std::span<T> as() const noexcept {
    return {reinterpret_cast<T*>(data()), size() / sizeof(T)};
  }

  /// Fills the red zones with a pattern that differs from seed to seed.
  void arm(std::uint64_t seed) noexcept;
  /// The first damage since arm(), searched from the buffer's edges outwards.
  [[nodiscard]] std::optional<Damage> damage() const noexcept;

 private:
  [[nodiscard]] std::span<std::byte> before() const noexcept {
    return {region_.data(), placement_.offset};
  }
  [[nodiscard]] std::span<std::byte> after() const noexcept;

  GuardedRegion region_;
  Placement placement_;
  std::uint64_t seed_ = 0;
};

/// Byte number i of the pattern of a seed.
[[nodiscard]] std::byte pattern_byte(std::uint64_t seed, std::size_t i) noexcept;
/// Fills memory with the pattern of a seed.
void fill_pattern(std::span<std::byte> bytes, std::uint64_t seed) noexcept;

}  // namespace tailproof::properties
