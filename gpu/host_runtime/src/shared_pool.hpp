/// Shared memory of the resident CTAs of one OS thread: one slot each, a guard page behind every
/// slot.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt::detail {

class SharedPool {
 public:
  SharedPool() = default;
  ~SharedPool();
  SharedPool(const SharedPool&) = delete;
  SharedPool& operator=(const SharedPool&) = delete;

  static constexpr std::size_t capacity = std::size_t{64} << 20;
  /// Bytes behind each CTA's shared memory that hold a pattern while it runs.
  static constexpr std::size_t canary = 128;
  static constexpr unsigned char canary_byte = 0xcb;

  /// `slots` slots of `bytes` each; false when they do not fit.
  bool layout(std::size_t slots, std::size_t bytes);
  unsigned char* slot(std::size_t index) const { return base_ + index * stride_; }
  std::size_t stride() const { return stride_; }
  unsigned char* base() const { return base_; }
  bool contains(const void* address) const {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(address) - base_) < used_;
  }
  std::size_t slot_of(const void* address) const {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(address) - base_) / stride_;
  }
  /// Makes a slot inaccessible (an exited CTA's, which its cluster must not touch) or accessible.
  void set_accessible(std::size_t index, bool accessible);

 private:
  unsigned char* base_ = nullptr;
  std::size_t stride_ = 0;
  std::size_t used_ = 0;
};

}  // namespace simt::detail
