// State that outlives what it belongs to: rows of a persistent loop, calls, replays, streams.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct DirtyAfterTrivial : Core {
  void trivial(const Row& row) override {
    Core::trivial(row);
    for (std::int64_t i = 0; i < row.length; ++i) dirt_.push_back(bin(row.scores[i]));
  }
  Boundary locate(const Histogram& histogram, std::int64_t rank) const override {
    Histogram dirty = histogram;
    if (&histogram == &coarse_)
      for (const std::uint32_t b : dirt_) ++dirty[b];
    return Core::locate(dirty, rank);
  }
  void selective(const Row& row) override {
    Core::selective(row);
    dirt_.clear();
  }
  std::vector<std::uint32_t> dirt_;
};
struct HistogramKept : Core {
  void recover(const Row& row) override {
    const Histogram before = coarse_;
    Core::recover(row);
    if (row.number == 0 || before.empty()) return;
    std::erase_if(frontier_, [&](std::int32_t i) { return before[bin(score(row, i))] > 0; });
    build_digits(row, 0);
  }
};
struct CandidatesKept : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    Core::store(row, segment, i);
    if (kept_ < row.length && row.number > 0 && parts_[segment].size() == 1)
      parts_[segment][0] = kept_;
    kept_ = i;
  }
  std::int32_t kept_ = 0;
};
struct LiveRowsCaptured : Core {
  std::int64_t live_rows(const tailproof_call& call) const override {
    if (calls_ == 0) captured_ = Core::live_rows(call);
    return captured_ / 2 * 2 == captured_ ? captured_ : captured_ - (captured_ > 1 ? 1 : 0);
  }
  mutable std::int64_t captured_ = 0;
};
struct AnswerOfCallBefore : Core {
  int select(const tailproof_call& call) override {
    const int status = Core::select(call);
    const std::size_t slots = static_cast<std::size_t>(call.shape.rank);
    if (live_rows(call) == 0) return status;
    Positions now(call.indices, call.indices + slots);
    if (calls_ % 2 == 0 && before_.size() == slots)
      std::copy(before_.begin(), before_.end(), call.indices);
    before_ = now;
    return status;
  }
  void prepare(const tailproof_call& call) override { Core::prepare(call); }
  Positions before_;
};
struct CachedByRank : Core {
  int select(const tailproof_call& call) override {
    if (call.shape.rank != rank_) {
      rank_ = call.shape.rank;
      pitch_ = call.shape.pitch;
    }
    return Core::select(call);
  }
  std::int64_t input_offset(const tailproof_call& call, std::int64_t row) const override {
    return row * std::min(pitch_, call.shape.pitch);
  }
  std::int64_t pitch_ = 0;
  std::int32_t rank_ = 0;
};
struct CountersNotRestored : Core {
  int select(const tailproof_call& call) override {
    const int status = Core::select(call);
    counters()[1] = static_cast<std::uint32_t>(live_rows(call));
    return status;
  }
  void select_row(const tailproof_call& call, std::int64_t number) override {
    if (number >= counters()[1]) Core::select_row(call, number);
  }
};
struct WorkspaceAssumedZero : Core {
  void prepare(const tailproof_call&) override { calls_ = 0; }
  Boundary locate(const Histogram& histogram, std::int64_t rank) const override {
    Histogram begun = histogram;
    begun[0] += counters()[1];
    return Core::locate(begun, rank);
  }
};
struct QueueSkipsRow : Core {
  void select_row(const tailproof_call& call, std::int64_t number) override {
    if (number == 2) return;
    Core::select_row(call, number);
  }
};
struct PlanFromFirstLengths : Core {
  int select(const tailproof_call& call) override {
    if (calls_ == 0) {
      planned_ = 0;
      for (std::int64_t r = 0; r < live_rows(call); ++r)
        planned_ = std::max(planned_, Core::length(call, r));
    }
    return Core::select(call);
  }
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t given = Core::length(call, row);
    return calls_ == 0 ? given : std::min(given, planned_);
  }
  std::int64_t planned_ = 0;
};
struct GridOfFirstCall : Core {
  std::int64_t live_rows(const tailproof_call& call) const override {
    if (calls_ == 0) captured_ = Core::live_rows(call);
    return std::min(Core::live_rows(call), captured_);
  }
  mutable std::int64_t captured_ = 0;
};
struct LivesOnCaptured : Core {
  std::int64_t live_rows(const tailproof_call& call) const override {
    captured_ = std::max(calls_ == 0 ? 0 : captured_, Core::live_rows(call));
    return captured_;
  }
  mutable std::int64_t captured_ = 0;
};
struct OutputOfOldBuffer : Core {
  std::int64_t output_offset(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t rows = call.shape.row_capacity;
    return (calls_ % 2 == 0 || rows < 2 ? row : (row + 1) % rows) * call.indices_pitch;
  }
};
struct LeakEachCall : Core {
  int select(const tailproof_call& call) override {
    kept_.push_back(std::make_unique<std::int32_t[]>(4096));
    return Core::select(call);
  }
  std::vector<std::unique_ptr<std::int32_t[]>> kept_;
};

}  // namespace

Faults stale_state_faults() {
  return {
      fault<DirtyAfterTrivial>("dirty-after-trivial", "B134",
                               "lets a row without a choice dirty the next row's histogram"),
      fault<HistogramKept>("histogram-of-row-before", "B134",
                           "lets the row before take bins out of the histogram"),
      fault<CandidatesKept>("candidate-of-row-before", "B127",
                            "finds the row before's last candidate in its first slot"),
      fault<LiveRowsCaptured>("live-rows-captured", "B140 B86",
                              "uses the live row count of the first call, rounded to pairs"),
      fault<AnswerOfCallBefore>("answer-of-call-before", "B142 B143",
                                "returns the first row of the call before in every second call"),
      fault<CachedByRank>("plan-cached-by-rank", "B145 B133", "caches its plan by K alone"),
      fault<CountersNotRestored>("queue-not-restored", "B139",
                                 "leaves the row queue where it ended"),
      fault<WorkspaceAssumedZero>("workspace-assumed-zero", "B130",
                                  "takes a new workspace's counters for zero"),
      fault<QueueSkipsRow>("queue-loses-row", "B139 B05", "loses the third row of a launch"),
      fault<OutputOfOldBuffer>("output-of-old-launch", "B137",
                               "writes rows to other places in every second launch"),
      fault<PlanFromFirstLengths>("plan-from-captured-lengths", "B140",
                                  "plans from the lengths of the first call and replays that"),
      fault<GridOfFirstCall>("grid-of-first-call", "B140 B86",
                             "works on no more rows than were live in the first call"),
      fault<LivesOnCaptured>("most-live-rows-kept", "B140",
                             "works on as many rows as were ever live in the shape"),
      fault<LeakEachCall>("scratch-per-call", "B136",
                          "allocates scratch in every call and keeps it"),
  };
}

}  // namespace tailproof::faults
