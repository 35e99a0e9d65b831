// Legal but unusual layouts: pitches, tails, offsets, odd K, dispatch corners.
#include "catalogue.hpp"

#include <algorithm>
#include <bit>

namespace tailproof::faults {
namespace {

struct EndFromWidest : Core {
  Range segment(const Row&, std::uint32_t number) const override {
    return reference::segment_range(call_->shape.width, number, segments);
  }
};
struct ChunkUnderflow : Core {
  Range segment(const Row& row, std::uint32_t number) const override {
    const std::int64_t chunk = (call_->shape.width + 7) / 8 * 4;
    const auto begin = static_cast<std::uint32_t>(number) * static_cast<std::uint32_t>(chunk);
    const std::uint32_t size = static_cast<std::uint32_t>(row.length) - begin;
    return {begin, begin + static_cast<std::int64_t>(
                               std::min<std::uint32_t>(size, static_cast<std::uint32_t>(chunk)))};
  }
};
struct AlignedLoads : Core {
  float score(const Row& row, std::int64_t i) const override {
    const auto at = reinterpret_cast<std::uintptr_t>(row.scores) / 4 % 4;
    return row.scores[std::max<std::int64_t>(0, i - static_cast<std::int64_t>(at))];
  }
};
struct AssumesContiguous : Core {
  std::int64_t input_offset(const tailproof_call& call, std::int64_t row) const override {
    return row * call.shape.width;
  }
};
struct OutputContiguous : Core {
  std::int64_t output_offset(const tailproof_call& call, std::int64_t row) const override {
    return row * call.shape.rank;
  }
};
struct PairsStored : Core {
  void write(const Row& row) override {
    const std::int32_t last = row.out[row.rank - 1];
    Core::write(row);
    if (row.rank % 2 == 1) row.out[row.rank - 1] = last;
  }
};
struct PairStorePastEnd : Core {
  void write(const Row& row) override {
    Core::write(row);
    if (row.rank % 2 == 1) row.out[row.rank] = -1;
  }
};
struct HalfWritten : Core {
  void write(const Row& row) override {
    Row part = row;
    part.rank = std::min(row.rank, 16);
    Core::write(part);
  }
};
struct TailSkipped : Core {
  Range segment(const Row& row, std::uint32_t number) const override {
    Range range = Core::segment(row, number);
    range.end = std::max(range.begin, std::min(range.end, row.length / 4 * 4));
    return range;
  }
  void recover(const Row& row) override {
    Row part = row;
    part.length =
        std::max<std::int64_t>(row.length / 4 * 4, std::min<std::int64_t>(row.length, row.rank));
    Core::recover(part);
  }
};
struct TailRead : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t given = Core::length(call, row);
    return given <= call.shape.rank ? given : std::min((given + 3) / 4 * 4, call.shape.pitch);
  }
};
struct ReadsPastEnd : Core {
  void selective(const Row& row) override {
    if (row.number + 1 == call_->shape.row_capacity || row.number + 1 == *call_->live_rows) {
      const std::int64_t end = (call_->shape.row_capacity - row.number) * call_->shape.pitch;
      static_cast<void>(static_cast<const volatile float*>(row.scores)[end + 1024]);
    }
    Core::selective(row);
  }
};
struct StartIgnored : Core {
  float score(const Row& row, std::int64_t i) const override {
    return row.scores[i + (row.number > 0 && i + 1 < row.length ? 1 : 0)];
  }
};
struct StartAddedTwice : Core {
  void write(const Row& row) override {
    Core::write(row);
    if (row.number == 0) return;
    for (std::int32_t k = 0; k < row.rank; ++k)
      row.out[k] += row.out[k] < 0 ? 0 : static_cast<std::int32_t>(call_->shape.pitch);
  }
};
struct DispatchGap : Core {
  void selective(const Row& row) override {
    if (row.length <= 16 || row.length > 32) return Core::selective(row);
    std::fill_n(row.out, row.rank, 0);
  }
};
struct RankIgnored : Core {
  void selective(const Row& row) override {
    Row part = row;
    part.rank = std::min(row.rank, 8);
    Core::selective(part);
    std::fill(row.out + part.rank, row.out + row.rank, -1);
  }
};
struct PerThreadList : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    // A thread keeps two of every stripe of eight at most.
    for (std::int32_t k = 2; k < row.rank; ++k) {
      if (row.out[k] >= 0 && row.out[k] / 8 == row.out[k - 2] / 8) row.out[k] = row.out[k - 1];
    }
  }
};
struct DeadRowsWritten : Core {
  std::int64_t live_rows(const tailproof_call& call) const override {
    return call.shape.row_capacity;
  }
};
struct InputSorted : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    const_cast<float*>(row.scores)[row.out[0]] = 0;
  }
};
struct LengthsRewritten : Core {
  int select(const tailproof_call& call) override {
    for (std::int64_t r = 0; r < live_rows(call); ++r) {
      if (call.lengths[r] > call.shape.rank)
        const_cast<std::int32_t*>(call.lengths)[r] = call.shape.rank;
    }
    return Core::select(call);
  }
};

}  // namespace

Faults layout_faults() {
  return {
      fault<EndFromWidest>("end-from-width", "B25", "ends segments by the width, not by the row"),
      fault<ChunkUnderflow>("chunk-underflow", "B26",
                            "computes the last chunk's size below zero, unsigned"),
      fault<AlignedLoads>("aligned-loads", "B28", "loads from the aligned address below the row"),
      fault<AssumesContiguous>("pitch-ignored", "B29", "takes the width for the pitch"),
      fault<OutputContiguous>("output-pitch-ignored", "B41", "takes K for the output's pitch"),
      fault<PairsStored>("pairs-stored", "B31", "stores pairs and drops the last of an odd K"),
      fault<PairStorePastEnd>("pair-store-past-end", "B31",
                              "stores pairs, the last one past the row's slots"),
      fault<HalfWritten>("half-of-k-written", "B32", "writes the first 16 slots only"),
      fault<TailSkipped>("tail-skipped", "B28 B31", "skips up to three scores at a row's end"),
      fault<TailRead>("tail-overread", "B94 B157", "scans a row up to the next multiple of four"),
      fault<ReadsPastEnd>("reads-past-end", "B17 B26", "reads past the end of the last row"),
      fault<StartIgnored>("row-start-ignored", "B08 B35",
                          "reads all rows but the first one score late"),
      fault<StartAddedTwice>("row-start-added-twice", "B34",
                             "adds the row's start to the indices again"),
      fault<DispatchGap>("dispatch-gap", "B37", "has no kernel for 16 < L <= 32"),
      fault<RankIgnored>("rank-ignored", "B40", "selects no more than eight"),
      fault<PerThreadList>("per-thread-list", "B38", "keeps two winners of each stripe of eight"),
      fault<DeadRowsWritten>("dead-rows-written", "B86 B89", "works on rows beyond the live ones"),
      fault<InputSorted>("input-written", "B122", "marks what it took in the input"),
      fault<LengthsRewritten>("lengths-written", "B122", "clamps the lengths in place"),
  };
}

}  // namespace tailproof::faults
