// Candidate buffers and boundary bins treated as if they bounded correctness.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

constexpr std::size_t cap = Core::capacity;

// Real buffers hold 2048 to 16384; the faults below hold `room`, which the variant declares.
template <std::size_t room, bool last = false>
struct Clipped : Core {
  void stored(const Row& row, Positions& frontier, Histogram&) override {
    if (frontier.size() <= room) return;
    if (last)
      std::rotate(frontier.begin(), frontier.end() - static_cast<std::ptrdiff_t>(room),
                  frontier.end());
    frontier.resize(room);
    build_digits(row, 0);
  }
};
struct DigitsKept : Core {
  void stored(const Row&, Positions& frontier, Histogram&) override {
    frontier.resize(std::min(frontier.size(), cap));
  }
};
struct RecoveryClipped : Core {
  void recover(const Row& row) override {
    Core::recover(row);
    frontier_.resize(std::min(frontier_.size(), 2 * cap));
    build_digits(row, 0);
  }
};
struct SegmentSliceTooSmall : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    if (parts_[segment].size() < cap) Core::store(row, segment, i);
  }
};
struct OneSlotReused : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    if (parts_[segment].size() < cap) return Core::store(row, segment, i);
    parts_[segment].back() = i;
  }
};
struct RoundClipped : Core {
  void refine(const Row& row, int round) override {
    Core::refine(row, round);
    if (round > 1 || frontier_.size() <= cap) return;
    frontier_.resize(cap);
    build_digits(row, round + 1);
  }
};
struct UnguardedStore : Core {
  [[nodiscard]] std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) - static_cast<std::size_t>(shape.width) * 4 + cap * 4;
  }
  void stored(const Row&, Positions& frontier, Histogram&) override {
    std::copy(frontier.begin(), frontier.end(), slots());
  }
};
struct GuardOptimisedAway : Core {
  [[nodiscard]] std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) - static_cast<std::size_t>(shape.width) * 4 + 16 * 4;
  }
  void refine(const Row& row, int round) override {
    Core::refine(row, round);
    held_ = round == 0 ? frontier_.size() : held_ + frontier_.size();
    if (round == 2) slots()[held_ > 16 ? 16 : 0] = 0;
  }
  std::size_t held_ = 0;
};
struct SpillOverwrites : Core {
  void stored(const Row& row, Positions& frontier, Histogram&) override {
    for (std::size_t i = cap; i < frontier.size(); ++i) frontier[i] = frontier[cap];
    build_digits(row, 0);
  }
};
struct SpillFromZero : Core {
  void stored(const Row& row, Positions& frontier, Histogram&) override {
    for (std::size_t i = cap; i < frontier.size(); ++i) frontier[i - cap] = frontier[i];
    build_digits(row, 0);
  }
};

}  // namespace

Faults overflow_faults() {
  return {
      fault<Clipped<cap>>("overflow-dropped", "B113 B22",
                          "drops candidates beyond capacity together with their digits"),
      fault<DigitsKept>("overflow-digits-kept", "B113",
                        "drops candidates beyond capacity but counts their digits"),
      fault<Clipped<2 * cap>>("overflow-first-arrivals", "B115",
                              "ranks the first arrivals of the boundary bin only"),
      fault<Clipped<cap, true>>("overflow-last-arrivals", "B118",
                                "ranks the last arrivals of the boundary bin only"),
      fault<Clipped<16>>("overflow-stash", "B116", "has a stash of 16 for the whole tail"),
      fault<Clipped<64>>("overflow-sort-buffer", "B124",
                         "has a sort buffer of 64 for the boundary bin"),
      fault<RecoveryClipped>("overflow-in-recovery", "B115 B124",
                             "clips the frontier that exact recovery builds"),
      fault<SegmentSliceTooSmall>("overflow-segment-slice", "B122",
                                  "gives each segment a slice that near-equal scores fill"),
      fault<OneSlotReused>("overflow-last-slot-reused", "B118",
                           "stores what does not fit over the last candidate"),
      fault<RoundClipped>("overflow-between-rounds", "B121",
                          "keeps no more than the capacity between digit rounds"),
      fault<UnguardedStore>("overflow-unguarded-store", "B119",
                            "stores candidates past the buffer's end"),
      fault<GuardOptimisedAway>(
          "overflow-counter-not-reset", "B121",
          "never resets the frontier's counter between rounds, and so writes past the buffer"),
      fault<SpillOverwrites>("overflow-spill-one-slot", "B116", "spills everything to one slot"),
      fault<SpillFromZero>("overflow-wraps", "B119",
                           "wraps around to the first resident candidates"),
  };
}

}  // namespace tailproof::faults
