// Offsets and counters that are too narrow. Real ones wrap at 2^31 or 2^32; these wrap between
// 2^3 and 2^10, which is where a small row shows the same fault.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct RowOffset : Core {
  std::int64_t input_offset(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t offset = row * call.shape.pitch;
    return offset < 1024 ? offset : offset % 1024 / call.shape.pitch * call.shape.pitch;
  }
};
struct OutputOffset : Core {
  std::int64_t output_offset(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t offset = row * call.indices_pitch;
    return offset < 64 ? offset : offset % 64 / call.indices_pitch * call.indices_pitch;
  }
};
struct ByteCounters : Core {
  Boundary locate(const Histogram& histogram, std::int64_t rank) const override {
    Histogram narrow = histogram;
    for (std::uint32_t& count : narrow) count &= 0xffu;
    return Core::locate(narrow, rank);
  }
};
struct NarrowIndex : Core {
  void write(const Row& row) override {
    Core::write(row);
    for (std::int32_t k = 0; k < row.rank; ++k) {
      if (row.out[k] >= 0) row.out[k] &= 0xff;
    }
  }
};
struct NarrowCount : Core {
  bool certified(std::int64_t count, std::int32_t rank) const override {
    return count % 256 >= rank || (count >= 256 && count % 256 > 0);
  }
  void merge(const Row& row) override {
    Core::merge(row);
    if (frontier_.size() < 256) return;
    frontier_.erase(frontier_.begin() + static_cast<std::ptrdiff_t>(frontier_.size() % 256),
                    frontier_.end());
    build_digits(row, 0);
  }
};
struct NegativeQuota : Core {
  void refine(const Row& row, int round) override {
    Core::refine(row, round);
    if (quota_ >= 8) quota_ -= 16;
  }
};
struct KthRaced : Core {
  void fill_ties(const Row& row) override {
    Core::fill_ties(row);
    if (frontier_.size() > 1 && !committed_.empty()) committed_.front() = committed_.back();
  }
};
struct BigPitchOnly : Core {
  std::int64_t input_offset(const tailproof_call& call, std::int64_t row) const override {
    return call.shape.pitch > call.shape.width && row > 1 ? (row - 1) * call.shape.pitch
                                                          : row * call.shape.pitch;
  }
};

}  // namespace

Faults width_faults() {
  return {
      fault<RowOffset>("row-offset-wraps", "B101 B107 B112", "wraps row * pitch"),
      fault<OutputOffset>("output-offset-wraps", "B109", "wraps row * K for the output alone"),
      fault<BigPitchOnly>("strided-offset-wraps", "B110",
                          "computes the offset wrongly for strided rows alone"),
      fault<ByteCounters>("counters-wrap", "B104", "counts in eight bits"),
      fault<NarrowIndex>("index-wraps", "B20 B103", "keeps eight bits of an index"),
      fault<NarrowCount>("candidate-count-wraps", "B104",
                         "keeps eight bits of the number of candidates"),
      fault<NegativeQuota>("quota-wraps", "B104", "keeps four signed bits of the quota"),
      fault<KthRaced>("kth-written-twice", "B106", "lets several threads write the K-th value"),
  };
}

}  // namespace tailproof::faults
