/// Words read by several threads without an order among them: which threads, at which clocks.
#pragma once
#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <vector>

#include "../fiber.hpp"
#include "shadow.hpp"

namespace simt::detail::checks {

/// Readers of one word in one epoch of one CTA; a word's lists are chained through `next`.
struct ReaderSet {
  std::uint32_t cta;
  std::uint32_t epoch;
  std::uint32_t pc;
  std::uint32_t next;
  std::bitset<max_cta_threads> present;
  std::array<std::uint32_t, max_cta_threads> clocks;

  void add(const Stamp& read) {
    const std::uint32_t thread = read.thread & (max_cta_threads - 1);
    present.set(thread);
    clocks[thread] = read.clock;
    pc = read.pc;
  }
};

/// Reader sets of one launch, by number from 1.
class Readers {
 public:
  ReaderSet& operator[](std::uint32_t number) { return sets_[number - 1]; }

  /// A new set for the reader `read`, chained before `next`.
  std::uint32_t make(const Stamp& read, std::uint32_t next) {
    std::uint32_t number;
    if (unused_.empty()) {
      sets_.emplace_back();
      number = static_cast<std::uint32_t>(sets_.size());
    } else {
      number = unused_.back();
      unused_.pop_back();
    }
    ReaderSet& set = (*this)[number];
    set.cta = read.thread >> thread_bits;
    set.epoch = read.epoch;
    set.next = next;
    set.present.reset();
    set.add(read);
    return number;
  }
  /// Gives a whole chain back.
  void drop(std::uint32_t number) {
    while (number != 0) {
      unused_.push_back(number);
      number = (*this)[number].next;
    }
  }
  void clear() {
    unused_.clear();
    for (std::uint32_t i = 1; i <= sets_.size(); ++i) unused_.push_back(i);
  }

 private:
  std::deque<ReaderSet> sets_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace simt::detail::checks
