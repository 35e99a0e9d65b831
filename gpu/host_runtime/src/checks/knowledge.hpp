/// What is known to have happened before: for each CTA its barrier epochs, for each thread its
/// clock.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt::detail::checks {

/// Number to the first moment that is not known; everything earlier is.
class Moments {
 public:
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  bool covers(std::uint32_t number, std::uint32_t moment) const {
    const auto found = lower_bound(number);
    return found != entries_.end() && found->first == number && moment < found->second;
  }
  void raise(std::uint32_t number, std::uint32_t first_unknown) {
    const auto found = entries_.begin() + (lower_bound(number) - entries_.begin());
    if (found != entries_.end() && found->first == number) {
      found->second = std::max(found->second, first_unknown);
    } else {
      entries_.insert(found, {number, first_unknown});
    }
  }
  void join(const Moments& other) {
    if (other.entries_.empty()) return;
    if (entries_.empty()) {
      entries_ = other.entries_;
      return;
    }
    std::vector<Entry> merged;
    merged.reserve(entries_.size() + other.entries_.size());
    auto a = entries_.begin();
    auto b = other.entries_.begin();
    while (a != entries_.end() && b != other.entries_.end()) {
      if (a->first < b->first) {
        merged.push_back(*a++);
      } else if (b->first < a->first) {
        merged.push_back(*b++);
      } else {
        merged.emplace_back(a->first, std::max(a->second, b->second));
        ++a;
        ++b;
      }
    }
    merged.insert(merged.end(), a, entries_.end());
    merged.insert(merged.end(), b, other.entries_.end());
    entries_ = std::move(merged);
  }
  template <class Predicate>
  void drop_if(Predicate predicate) {
    std::erase_if(entries_, [&](const Entry& entry) { return predicate(entry.first); });
  }

 private:
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Entry>::const_iterator lower_bound(std::uint32_t number) const {
    return std::lower_bound(entries_.begin(), entries_.end(), number,
                            [](const Entry& entry, std::uint32_t n) { return entry.first < n; });
  }
  std::vector<Entry> entries_;  // ascending
};

struct Knowledge {
  Moments epochs;  // by CTA
  Moments clocks;  // by thread number

  bool empty() const { return epochs.empty() && clocks.empty(); }
  void clear() {
    epochs.clear();
    clocks.clear();
  }
  void join(const Knowledge& other) {
    epochs.join(other.epochs);
    clocks.join(other.clocks);
  }
};

}  // namespace simt::detail::checks
