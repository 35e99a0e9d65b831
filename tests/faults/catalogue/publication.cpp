// Arrival before publication. What a race does at times, a fixed schedule does here in each row
// that the schedule is for: events in another order than the exact core's.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

using enum Event::Kind;

struct ArrivesEarly : Core {
  std::vector<Event> schedule(const Row& row) override {
    if (row.number % 2 == 0) return Core::schedule(row);
    return {{scanned, 0, 0}, {scanned, 0, 1}, {arrived, 0, 0},
            {scanned, 1, 0}, {arrived, 1, 0}, {scanned, 1, 1}};
  }
};
struct FirstWarpArrives : Core {
  std::vector<Event> schedule(const Row&) override {
    return {{scanned, 1, 0}, {scanned, 1, 1}, {arrived, 1, 0},
            {arrived, 0, 0}, {scanned, 0, 0}, {scanned, 0, 1}};
  }
};
struct ClearsLate : Core {
  std::vector<Event> schedule(const Row&) override {
    return {{scanned, 1, 0}, {scanned, 0, 0}, {scanned, 0, 1},
            {arrived, 0, 0}, {scanned, 1, 1}, {arrived, 1, 0}};
  }
  bool arrive(const Row& row, std::uint32_t segment) override {
    if (segment == 0 && row.number % 2 == 1) parts_[1].clear();
    return Core::arrive(row, segment);
  }
};
struct InitByFirst : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    if (segment == 0 && parts_[0].empty() && row.number % 2 == 1) parts_[1].clear();
    Core::store(row, segment, i);
  }
  std::vector<Event> schedule(const Row&) override {
    return {{scanned, 1, 0}, {scanned, 1, 1}, {arrived, 1, 0},
            {scanned, 0, 0}, {scanned, 0, 1}, {arrived, 0, 0}};
  }
};
struct StaleBoundary : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    if (segment == 1 && row.number % 2 == 1 && score(row, i) < last_) return;
    Core::store(row, segment, i);
  }
  void merge(const Row& row) override {
    last_ = cutoff(tau0_);
    Core::merge(row);
  }
  float last_ = 0;
};
struct ResetByLeader : Core {
  bool arrive(const Row&, std::uint32_t segment) override {
    // The leader zeroes the counter that its peer still waits for.
    volatile std::uint32_t& counter = arrivals();
    counter = counter + 1;
    if (segment == 0) counter = 0;
    if (segment == 1 && counter != segments) {
      while (counter != segments) {
      }
    }
    return true;
  }
};
struct NotReset : Core {
  bool arrive(const Row&, std::uint32_t) override {
    lost_ = arrivals() >= segments;
    return ++arrivals() == segments;
  }
  void selective(const Row& row) override {
    lost_ = false;
    Core::selective(row);
    if (lost_) std::fill_n(row.out, row.rank, -1);
  }
  int select(const tailproof_call& call) override {
    *static_cast<std::uint32_t*>(call.workspace) = 0;
    return Core::select(call);
  }
  bool lost_ = false;
};
struct FinishesFirst : Core {
  bool arrive(const Row& row, std::uint32_t segment) override {
    const bool last = Core::arrive(row, segment);
    return last != (row.number % 4 == 3);
  }
  void merge(const Row& row) override {
    if (!merged_ || row.number % 4 != 3) Core::merge(row);
  }
};

}  // namespace

Faults publication_faults() {
  return {
      fault<ArrivesEarly>("arrives-before-warp", "B125",
                          "signals arrival before its second warp has stored"),
      fault<FirstWarpArrives>("arrives-before-scan", "B127",
                              "signals arrival before it has scanned at all"),
      fault<ClearsLate>("clears-late", "B127",
                        "clears for the next round what a peer has stored already"),
      fault<InitByFirst>("init-by-first", "B130",
                         "initialises the group's state after a peer has added to it"),
      fault<StaleBoundary>("boundary-not-published", "B128",
                           "scans with a boundary that is not yet published"),
      fault<ResetByLeader>("reset-by-leader", "B131",
                           "resets the counter that a peer still waits for"),
      fault<NotReset>(
          "arrivals-not-reset", "B131 B130",
          "leaves the arrival counter where it was, so that nobody is the last for the next row"),
      fault<FinishesFirst>("first-to-arrive-merges", "B125 B128",
                           "lets the first segment that arrives merge"),
  };
}

}  // namespace tailproof::faults
