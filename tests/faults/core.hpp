// The exact selector that every fault of the catalogue spoils in one step, in host memory.
#pragma once
#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/segments.hpp"
#include "tailproof/reference/view.hpp"
#include "tailproof/variant.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tailproof::faults {

using Positions = std::vector<std::int32_t>;
using reference::Histogram;
using reference::Range;

/// One row of a call, as the steps see it.
struct Row {
  std::int64_t number = 0;
  const float* scores = nullptr;
  std::int64_t length = 0;  ///< valid scores, after clamping
  std::int32_t rank = 1;    ///< K
  std::int32_t* out = nullptr;
};

/// What happens in one row's scan, in the order in which it happens: a warp of a segment CTA has
/// scanned its half, or the CTA tells the counter that it is done.
struct Event {
  enum class Kind : std::uint8_t { scanned, arrived } kind = Kind::scanned;
  std::uint32_t segment = 0;
  std::uint32_t warp = 0;
};

/// Where a histogram first reaches a rank.
struct Boundary {
  std::uint32_t bin = 0;
  std::int64_t before = 0;  ///< counted in the bins before it
};

/// The paper's selection with small numbers: stride 4, 4 resident candidates, 2 segments a row.
/// Each step is a virtual function with the exact behaviour that its comment states; a fault
/// overrides one. State that real kernels keep between rows and calls is kept here as well.
class Core {
 public:
  static constexpr std::uint32_t stride = 4;
  static constexpr std::uint32_t capacity = 4;  ///< resident candidates
  static constexpr std::uint32_t segments = 2;  ///< KV-split, with two warps each
  static constexpr std::uint32_t warps = 2;
  static constexpr int digit_rounds = 3;
  static constexpr const char* policy = "stride=4,capacity=4,segments=2";

  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;

  // The call.
  /// Bytes that carve() hands out: counters, then one position per score of the width.
  [[nodiscard]] virtual std::size_t workspace_bytes(const tailproof_shape& shape) const;
  /// Sets the workspace's counters to zero and forgets all earlier calls.
  virtual void prepare(const tailproof_call& call);
  /// Legal shapes are all accepted: TAILPROOF_OK.
  virtual int accepts(const tailproof_shape& shape) const;
  /// Every live row.
  virtual int select(const tailproof_call& call);
  /// *live_rows.
  [[nodiscard]] virtual std::int64_t live_rows(const tailproof_call& call) const;
  /// The rows in ascending order; nothing besides.
  virtual void select_row(const tailproof_call& call, std::int64_t number);
  /// min(max(L, 0), N).
  [[nodiscard]] virtual std::int64_t length(const tailproof_call& call, std::int64_t row) const;
  /// Row r at r * pitch.
  [[nodiscard]] virtual std::int64_t input_offset(const tailproof_call& call,
                                                  std::int64_t row) const;
  /// Row r's slots at r * indices_pitch.
  [[nodiscard]] virtual std::int64_t output_offset(const tailproof_call& call,
                                                   std::int64_t row) const;

  // One row.
  /// L <= K: all positions, then -1.
  virtual void trivial(const Row& row);
  /// L > K: propose, certify or recover, refine, write.
  virtual void selective(const Row& row);
  /// The score that all steps see: itself.
  [[nodiscard]] virtual float score(const Row& row, std::int64_t i) const;
  /// reference::coarse.
  [[nodiscard]] virtual std::uint32_t bin(float x) const;
  /// reference::key32.
  [[nodiscard]] virtual std::uint32_t key(float x) const;
  /// reference::bin_floor.
  [[nodiscard]] virtual float cutoff(std::uint32_t bin) const;
  /// reference::make_view.
  [[nodiscard]] virtual reference::View view(const Row& row) const;
  /// Whether the view can give a boundary: it holds q1 scores or more.
  [[nodiscard]] virtual bool usable(const reference::View& view, std::int64_t q1) const;
  /// x >= cutoff.
  [[nodiscard]] virtual bool admits(float x, float cutoff) const;
  /// reference::segment_range.
  [[nodiscard]] virtual Range segment(const Row& row, std::uint32_t number) const;
  /// Both warps of each segment, then its arrival; the last to arrive merges.
  [[nodiscard]] virtual std::vector<Event> schedule(const Row& row);
  /// Tells the counter in the workspace; true for the last segment, which resets it.
  virtual bool arrive(const Row& row, std::uint32_t segment);
  /// Appends a candidate of a segment: whatever is beyond the residents spills, nothing is lost.
  virtual void store(const Row& row, std::uint32_t segment, std::int32_t i);
  /// All parts become the frontier, with its leading-digit histogram.
  virtual void merge(const Row& row);
  /// The frontier after a merge or a recovery: left alone.
  virtual void stored(const Row& row, Positions& frontier, Histogram& digits);
  /// C >= K.
  [[nodiscard]] virtual bool certified(std::int64_t count, std::int32_t rank) const;
  /// The boundary of the whole row's coarse histogram, rebuilt from all L scores.
  virtual void recover(const Row& row);
  /// First bin whose inclusive count reaches the rank.
  [[nodiscard]] virtual Boundary locate(const Histogram& histogram, std::int64_t rank) const;
  /// Digit round j: commit what is before the boundary, keep what is in it.
  virtual void refine(const Row& row, int round);
  /// Digit of a key: 11, 11, 10 bits.
  [[nodiscard]] virtual std::uint32_t digit(std::uint32_t key, int round) const;
  /// The first of the last group fill what is left of K.
  virtual void fill_ties(const Row& row);
  /// The committed positions, in any order, into the K slots.
  virtual void write(const Row& row);

 protected:
  [[nodiscard]] static std::uint32_t bins(int round) { return round == 2 ? 1024 : 2048; }
  void build_digits(const Row& row, int round);
  bool propose(const Row& row);
  void scan(const Row& row, float from, const float* below);
  /// The counter of arrivals, at the workspace's start.
  [[nodiscard]] std::uint32_t& arrivals() const { return counters_[0]; }
  [[nodiscard]] std::uint32_t* counters() const { return counters_; }
  /// Candidate slots in the workspace: as many as the width.
  [[nodiscard]] std::int32_t* slots() const;

  std::uint32_t* counters_ = nullptr;
  const tailproof_call* call_ = nullptr;
  std::vector<Positions> parts_;
  Positions frontier_;
  Positions committed_;
  Histogram sampled_;
  Histogram coarse_;
  Histogram digits_;
  std::int64_t quota_ = 0;
  std::uint32_t tau0_ = 0;
  bool merged_ = false;
  std::uint64_t calls_ = 0;  ///< since prepare()
};

}  // namespace tailproof::faults
