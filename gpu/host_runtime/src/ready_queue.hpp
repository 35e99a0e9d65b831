/// Threads that can run, in the order in which they became ready.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "fiber.hpp"

namespace simt::detail {

class ReadyQueue {
 public:
  /// Empties the queue and makes room for `threads` of them.
  void reset(std::size_t threads) {
    std::size_t capacity = 1;
    while (capacity < threads + 1) capacity *= 2;
    ring_.assign(capacity, nullptr);
    mask_ = capacity - 1;
    head_ = count_ = 0;
  }
  std::size_t size() const { return count_; }
  Fiber* at(std::size_t i) const { return ring_[(head_ + i) & mask_]; }

  void push(Fiber* fiber) {
    fiber->wait = Wait::ready;
    ring_[(head_ + count_++) & mask_] = fiber;
  }
  void push_front(Fiber* fiber) {
    fiber->wait = Wait::ready;
    head_ = (head_ - 1) & mask_;
    ring_[head_] = fiber;
    ++count_;
  }
  /// The first thread; null when nobody is ready.
  Fiber* pop_front() {
    if (count_ == 0) return nullptr;
    Fiber* fiber = ring_[head_];
    head_ = (head_ + 1) & mask_;
    --count_;
    return fiber;
  }
  /// Removes thread `i`. Constant time: unless it is the last, the first takes its place.
  Fiber* remove(std::size_t i) {
    if (i + 1 == count_) return ring_[(head_ + --count_) & mask_];
    std::swap(ring_[(head_ + i) & mask_], ring_[head_]);
    return pop_front();
  }

 private:
  std::vector<Fiber*> ring_;
  std::size_t mask_ = 0;
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

}  // namespace simt::detail
