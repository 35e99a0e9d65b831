/// What the running selector records of each row; nothing in production. Source: docs/running.md,
/// "Trace".
#pragma once
#include "tailproof/kernels/running/storage.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels::running {

/// How a row came to its answer. Each is decided by the row alone, never by the schedule.
enum Route : std::uint32_t {
  route_trivial,    ///< L <= K
  route_whole,      ///< the pool holds the row
  route_guessed,    ///< one pass
  route_tied,       ///< one pass, filled up with ties of the cutoff
  route_crowded,    ///< one pass; the guess admitted more than the pool holds
  route_underfull,  ///< redone: the guess admitted less than K
};

/// One row's record; zeroed beforehand. Sets are compared by their keys, the answer as a set.
struct RowRecord {
  std::uint32_t route;
  std::uint32_t length;
  std::uint32_t rank;
  std::uint32_t sectors;  ///< sampled
  std::uint32_t q;        ///< the requested rank of the sample
  std::uint32_t guess_rounds;
  std::uint32_t best;    ///< key of the sample's best score
  std::uint32_t cutoff;  ///< the worst admitted key
  std::uint32_t by_ties;
  std::uint32_t tied;    ///< the key that fills up
  std::uint32_t count;   ///< scores admitted; pool + 1 where crowded
  std::uint32_t rounds;  ///< of the last settlement
  std::uint32_t first;   ///< its range of keys, those in it, and those of them taken
  std::uint32_t last;
  std::uint32_t held;
  std::uint32_t quota;
  std::uint32_t compactions;  ///< of a redone row
  std::uint32_t reserved;
  std::uint64_t reads;  ///< scores read, the sample included
};

/// Records nothing.
struct Untraced {
  struct Buffer {};
  SIMT_INLINE Untraced(Buffer, std::int64_t, bool) {}
  template <class... Arguments>
  SIMT_INLINE void input(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void guess(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void admitted(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void settled(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void redone(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void reads(Arguments...) {}
  SIMT_INLINE void flush() {}
};

/// Writes one record; scalars by the group's leader, reads by everyone.
class Traced {
 public:
  struct Buffer {
    RowRecord* rows;
  };
  SIMT_INLINE Traced(Buffer buffer, std::int64_t row, bool leads)
      : out_(buffer.rows + row), leads_(leads) {}

  SIMT_INLINE void input(Route route, std::uint32_t length, std::uint32_t rank) {
    if (!leads_) return;
    out_->route = route;
    out_->length = length;
    out_->rank = rank;
  }
  SIMT_INLINE void guess(std::uint32_t sectors, std::uint32_t q, std::uint32_t rounds,
                         const Guess& guess) {
    if (!leads_) return;
    out_->sectors = sectors;
    out_->q = q;
    out_->guess_rounds = rounds;
    out_->best = guess.best;
    out_->cutoff = guess.cutoff;
    out_->by_ties = guess.by_ties ? 1 : 0;
    out_->tied = guess.tied;
    reads_ += std::uint64_t{sectors} * sector_scores;
  }
  SIMT_INLINE void admitted(Route route, std::uint32_t count, std::uint32_t length) {
    if (!leads_) return;
    out_->route = route;
    out_->count = count;
    reads_ += length;
  }
  SIMT_INLINE void settled(std::uint32_t rounds, std::uint32_t first, std::uint32_t last,
                           std::uint32_t held, std::uint32_t quota) {
    if (!leads_) return;
    out_->rounds = rounds;
    out_->first = first;
    out_->last = last;
    out_->held = held;
    out_->quota = quota;
  }
  SIMT_INLINE void redone(std::uint32_t compactions) {
    if (leads_) out_->compactions = compactions;
  }
  SIMT_INLINE void reads(std::uint32_t scores) { reads_ += scores; }
  /// Adds this thread's reads to the row's; once, last.
  SIMT_INLINE void flush() {
    static_assert(sizeof(std::uint64_t) == sizeof(unsigned long long));
    if (reads_ != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&out_->reads), reads_);
    reads_ = 0;
  }

 private:
  RowRecord* out_;
  std::uint64_t reads_ = 0;
  bool leads_;
};

}  // namespace tailproof::kernels::running
