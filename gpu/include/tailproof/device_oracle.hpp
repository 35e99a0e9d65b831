/// The oracle on the device for C++: its buffers owned, its verdicts fetched. Link
/// Tailproof::device_oracle, or compile what gpu/oracle/CMakeLists.txt lists with nvcc.
#pragma once
#include "tailproof/device_oracle.h"
#include "tailproof/simt.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tailproof::gpu {

/// An answer where it lies: all pointers in the memory space of tailproof_oracle_memory_space().
struct DeviceAnswer {
  const float* scores = nullptr;            ///< row r at scores + r * pitch of the shape
  const std::int32_t* lengths = nullptr;    ///< one a row
  const std::int32_t* indices = nullptr;    ///< row r's K slots at indices + r * indices_pitch
  std::int64_t indices_pitch = 0;           ///< at least K
  const std::int32_t* live_rows = nullptr;  ///< null: all rows are live
};

/// Rows that are not right: rejected answers and rows outside the contract.
[[nodiscard]] inline std::int64_t bad_rows(const tailproof_oracle_summary& summary) noexcept {
  return static_cast<std::int64_t>(summary.rejected + summary.refused);
}

/// "accepted", "refused: NaN at position 7", "rejected: omitted-better 3 (first at position 12),
/// ..."
[[nodiscard]] inline std::string to_string(const tailproof_row_verdict& verdict) {
  switch (verdict.outcome) {
    case TAILPROOF_ROW_ACCEPTED:
      return "accepted";
    case TAILPROOF_ROW_DEAD:
      return "not live";
    case TAILPROOF_ROW_REFUSED:
      return verdict.position < 0 ? "refused: length outside [0, N]"
                                  : "refused: NaN at position " + std::to_string(verdict.position);
    default:
      break;
  }
  static constexpr const char* names[TAILPROOF_KINDS] = {
      "out-of-range",      "duplicate", "sentinel-for-index",
      "sentinel-not-last", "omitted",   "not-among-best"};
  std::string text = "rejected:";
  for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) {
    if ((verdict.kinds & (1u << kind)) == 0) continue;
    const bool at_position = kind == TAILPROOF_KIND_OMITTED;
    text += text.back() == ':' ? " " : ", ";
    text += std::string(names[kind]) + " x " + std::to_string(verdict.count[kind]) + " (first at " +
            (at_position ? "position " : "slot ") + std::to_string(verdict.first[kind]) + ")";
  }
  return text;
}

/// Judges answers of one shape, one after another. Construction allocates; judging never does.
class DeviceOracle {
 public:
  /// Throws std::runtime_error with the reason: an illegal shape, or no memory.
  explicit DeviceOracle(const tailproof_shape& shape) : shape_(shape) {
    std::size_t bytes = 0;
    require(tailproof_oracle_workspace_bytes(&shape, &bytes));
    workspace_ = simt::DeviceBuffer<unsigned char>(bytes);
    verdicts_ =
        simt::DeviceBuffer<tailproof_row_verdict>(static_cast<std::size_t>(shape.row_capacity));
    summary_ = simt::DeviceBuffer<tailproof_oracle_summary>(1);
    require(workspace_.status());
    require(verdicts_.status());
    require(summary_.status());
  }

  /// Enqueues one judgement; waits for nothing and may be captured. Throws std::runtime_error.
  void enqueue(const DeviceAnswer& answer, simt::stream_t stream = nullptr) {
    tailproof_oracle_call call{};
    call.shape = shape_;
    call.scores = answer.scores;
    call.lengths = answer.lengths;
    call.live_rows = answer.live_rows;
    call.indices = answer.indices;
    call.indices_pitch = answer.indices_pitch;
    call.verdicts = verdicts_.data();
    call.summary = summary_.data();
    call.workspace = workspace_.data();
    call.workspace_size = workspace_.size();
    call.stream = stream;
    require(tailproof_oracle_judge(&call));
  }

  /// Counts of the last judgement. Its stream must be idle. Throws std::runtime_error.
  [[nodiscard]] tailproof_oracle_summary summary() const {
    tailproof_oracle_summary summary;
    require(simt::memcpy(&summary, summary_.data(), sizeof summary));
    return summary;
  }
  /// The last judgement row by row. Its stream must be idle. Throws std::runtime_error.
  [[nodiscard]] std::vector<tailproof_row_verdict> verdicts() const {
    std::vector<tailproof_row_verdict> verdicts;
    require(verdicts_.download(verdicts));
    return verdicts;
  }
  /// enqueue(), a wait for the stream, summary(). Throws std::runtime_error.
  tailproof_oracle_summary judge(const DeviceAnswer& answer, simt::stream_t stream = nullptr) {
    enqueue(answer, stream);
    require(simt::stream_synchronize(stream));
    return summary();
  }

 private:
  static void require(int status) {
    if (status != TAILPROOF_OK) throw std::runtime_error(tailproof_oracle_error_string(status));
  }
  static void require(const simt::Status& status) {
    if (!status.ok()) throw std::runtime_error(status.text());
  }

  tailproof_shape shape_;
  simt::DeviceBuffer<unsigned char> workspace_;
  simt::DeviceBuffer<tailproof_row_verdict> verdicts_;
  simt::DeviceBuffer<tailproof_oracle_summary> summary_;
};

}  // namespace tailproof::gpu
