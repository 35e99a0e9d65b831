/// Fiber stacks of one OS thread, kept between launches.
#pragma once
#include <cstddef>

namespace simt::detail {

class Stacks {
 public:
  Stacks() = default;
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  static constexpr std::size_t page = 4096;
  /// An odd number of pages: at a power-of-two stride all stack tops would share one cache set,
  /// which makes a switch three times as slow. The lowest page is a guard.
  static constexpr std::size_t stride = 17 * page;
  static constexpr std::size_t capacity = std::size_t{1} << 14;

  /// Makes stacks 0 to count - 1 usable; false when there is no memory for them.
  bool provide(std::size_t count);
  unsigned char* lowest(std::size_t index) const { return base_ + index * stride + page; }
  static constexpr std::size_t usable = stride - page;
  /// Top of stack `index`, moved a little from stack to stack so that tops spread over the cache
  /// sets.
  unsigned char* top(std::size_t index) const {
    return base_ + (index + 1) * stride - (index * 3 % 61) * 64;
  }
  bool contains(const void* address) const {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(address) - base_) <
           capacity * stride;
  }
  /// Whether `address` lies in the guard page of some stack.
  bool is_guard(const void* address) const {
    return contains(address) &&
           static_cast<std::size_t>(static_cast<const unsigned char*>(address) - base_) % stride <
               page;
  }

 private:
  unsigned char* base_ = nullptr;
  std::size_t ready_ = 0;
};

}  // namespace simt::detail
