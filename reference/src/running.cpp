#include "tailproof/reference/running.hpp"

#include "running_bins.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::reference {
namespace {

constexpr std::uint32_t key_of_minus_inf = key32_of_bits(0xff800000u);
constexpr std::uint32_t last_key = 0xffffffffu;

struct Candidate {
  std::uint32_t key;
  std::uint32_t position;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// What a later score must be to be admitted: better than the key, or equal and not behind.
struct Bound {
  std::uint32_t cutoff;
  std::uint32_t last_position;
};

class Row {
 public:
  Row(const RunningPolicy& policy, std::span<const float> scores, std::uint32_t rank,
      RunningTrace& trace)
      : policy_(policy), scores_(scores), rank_(rank), trace_(trace) {}

  [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(scores_.size()); }

  /// Everything that the cutoff admits, in row order.
  std::vector<Candidate> admit(std::uint32_t cutoff) {
    std::vector<Candidate> admitted;
    for (std::uint32_t i = 0; i < length(); ++i) {
      const std::uint32_t key = key32(scores_[i]);
      if (key <= cutoff) admitted.push_back({key, i});
    }
    trace_.reads += length();
    return admitted;
  }

  /// Narrows the range of ranks to what the kernel settles on. Values: keys or positions.
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t held;
    std::uint32_t quota;
  };
  void narrow(const std::vector<std::uint32_t>& values, std::uint32_t few, Range& range) {
    std::uint32_t floor = 0;
    do {
      const RunningBins bins(values, floor, range.first, range.last, policy_.bin_bits);
      const RunningFall fall = *bins.find(range.quota);
      range.last = bins.last_of(fall, true);
      if (fall.bin != 0) floor = bins.first_of(fall);
      range.first = floor;
      range.quota -= fall.before;
      range.held = fall.held;
      ++trace_.rounds;
    } while (range.held != range.quota && range.held > few && floor != range.last);
  }

  /// Records how K of the candidates are settled on; returns the bound that they set.
  Bound settle(const std::vector<Candidate>& candidates, std::uint32_t first, std::uint32_t last,
               std::uint32_t few) {
    std::vector<std::uint32_t> keys;
    for (const Candidate& candidate : candidates) keys.push_back(candidate.key);
    trace_.rounds = 0;
    Range range{std::min(first, last), last, 0, rank_};
    narrow(keys, few, range);
    Bound bound{range.last, length()};
    if (range.held != range.quota && range.held > few) {
      std::vector<std::uint32_t> positions;
      for (const Candidate& candidate : candidates) {
        if (candidate.key == range.last) positions.push_back(candidate.position);
      }
      Range among{0, length() - 1, 0, range.quota};
      narrow(positions, 0, among);
      bound.last_position = among.last;
    }
    trace_.first = range.first;
    trace_.last = range.last;
    trace_.held = range.held;
    trace_.quota = range.quota;
    return bound;
  }

  /// The K best, in row order.
  void keep_best(std::vector<Candidate>& candidates) const {
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(rank_);
    std::nth_element(candidates.begin(), end, candidates.end());
    candidates.erase(end, candidates.end());
  }

  /// The first scores of key `tied` until there are K; false if there are too few.
  bool fill_with_ties(std::vector<Candidate>& candidates, std::uint32_t tied, std::uint32_t block) {
    for (std::uint32_t base = 0; base < length() && candidates.size() < rank_; base += block) {
      const std::uint32_t end = std::min(length(), base + block);
      for (std::uint32_t i = base; i < end; ++i) {
        if (key32(scores_[i]) == tied && candidates.size() < rank_) candidates.push_back({tied, i});
      }
      trace_.reads += end - base;
    }
    return candidates.size() == rank_;
  }

  /// A second pass in tiles under a running cutoff. Empty: the bound admits less than K.
  std::vector<Candidate> redo(std::uint32_t from) {
    std::vector<Candidate> pool;
    Bound bound{from, length()};
    trace_.compactions = 0;
    for (std::uint32_t base = 0; base < length(); base += policy_.tile) {
      const std::uint32_t end = std::min(length(), base + policy_.tile);
      for (std::uint32_t i = base; i < end; ++i) {
        const std::uint32_t key = key32(scores_[i]);
        if (key < bound.cutoff || (key == bound.cutoff && i <= bound.last_position)) {
          pool.push_back({key, i});
        }
      }
      trace_.reads += end - base;
      if (pool.size() + policy_.tile > policy_.pool) {
        bound = settle(pool, 0, bound.cutoff, 0);
        keep_best(pool);
        ++trace_.compactions;
      }
    }
    if (pool.size() < rank_) return {};
    settle(pool, 0, bound.cutoff, 0);
    keep_best(pool);
    return pool;
  }

 private:
  const RunningPolicy& policy_;
  std::span<const float> scores_;
  std::uint32_t rank_;
  RunningTrace& trace_;
};

}  // namespace

RunningTrace running_select(const RunningPolicy& policy, std::span<const float> scores,
                            std::uint32_t row_number, std::span<std::int32_t> indices) {
  require_no_nan(scores, row_number);
  RunningTrace trace;
  trace.length = static_cast<std::uint32_t>(scores.size());
  trace.rank = static_cast<std::uint32_t>(indices.size());
  Row row(policy, scores, trace.rank, trace);
  std::fill(indices.begin(), indices.end(), -1);
  if (trace.length <= trace.rank) {
    std::iota(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(trace.length), 0);
    return trace;
  }
  trace.route = RunningRoute::whole;
  std::uint32_t cutoff = key_of_minus_inf;
  if (trace.length > policy.pool) {
    trace.route = RunningRoute::guessed;
    trace.guess = running_guess(policy, trace.rank, scores, row_number);
    trace.reads += std::uint64_t{trace.guess.sectors} * running_sector;
    cutoff = trace.guess.cutoff;
  }
  std::vector<Candidate> candidates = row.admit(cutoff);
  trace.count = static_cast<std::uint32_t>(candidates.size());
  if (trace.count < trace.rank) {
    const bool filled =
        trace.guess.by_ties && row.fill_with_ties(candidates, trace.guess.tied, policy.tie_block);
    trace.route = filled ? RunningRoute::tied : RunningRoute::underfull;
    if (!filled) candidates = row.redo(trace.guess.fallback);
    if (!filled && candidates.empty()) candidates = row.redo(last_key);
  } else if (trace.count > policy.pool) {
    trace.route = RunningRoute::crowded;
    trace.count = policy.pool + 1;
  } else {
    row.settle(candidates, trace.guess.best, cutoff, policy.list);
  }
  if (candidates.size() > trace.rank) row.keep_best(candidates);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    indices[i] = static_cast<std::int32_t>(candidates[i].position);
  }
  std::sort(indices.begin(), indices.end());
  return trace;
}

}  // namespace tailproof::reference
