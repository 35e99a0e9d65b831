/// The device oracle behind the interface of the host's: buffers, one call, verdicts fetched.
#pragma once
#include "tailproof/device_oracle.h"
#include "tailproof/reference/oracle_verdict.hpp"
#include "tailproof/reference/score_matrix.hpp"
#include "tailproof/simt.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tailproof::test {

/// Device copies of one question, padding poisoned where the host runtime allows.
class DeviceQuestion {
 public:
  /// offset: elements by which row 0 is put off its 256-byte alignment. live: nothing: all rows.
  DeviceQuestion(const reference::ScoreMatrix& matrix, std::int32_t rank,
                 std::span<const std::int32_t> indices, std::int64_t indices_pitch, int offset = 0,
                 std::optional<std::int32_t> live = std::nullopt, simt::stream_t stream = nullptr);

  [[nodiscard]] tailproof_oracle_call& call() { return call_; }
  /// Enqueues; "" or the error.
  [[nodiscard]] std::string judge();
  /// Fetches verdicts and summary; the stream must be idle.
  [[nodiscard]] std::string fetch();
  [[nodiscard]] const std::vector<tailproof_row_verdict>& verdicts() const { return verdicts_; }
  [[nodiscard]] const tailproof_oracle_summary& summary() const { return summary_; }
  /// Puts other scores or slots there, same sizes; at once.
  [[nodiscard]] std::string replace_scores(std::span<const float> scores);
  [[nodiscard]] std::string replace_indices(std::span<const std::int32_t> indices);
  [[nodiscard]] std::string replace_lengths(std::span<const std::int32_t> lengths);

 private:
  int offset_;
  tailproof_oracle_call call_{};
  simt::DeviceBuffer<float> scores_;
  simt::DeviceBuffer<std::int32_t> lengths_, live_, indices_;
  simt::DeviceBuffer<unsigned char> workspace_, summary_bytes_;
  simt::DeviceBuffer<tailproof_row_verdict> device_verdicts_;
  std::vector<tailproof_row_verdict> verdicts_;
  tailproof_oracle_summary summary_{};
};

/// What the host's oracle says of each row, in the device's words.
[[nodiscard]] std::vector<tailproof_row_verdict> expected_verdicts(
    const reference::ScoreMatrix& matrix, std::int32_t rank, std::span<const std::int32_t> indices,
    std::int64_t indices_pitch);

/// "" or the first row where the two differ, with both accounts. Also holds the summary against
/// the verdicts.
[[nodiscard]] std::string difference(const std::vector<tailproof_row_verdict>& expected,
                                     const std::vector<tailproof_row_verdict>& actual,
                                     const tailproof_oracle_summary& summary);

/// The device oracle with the arguments, errors and verdicts of reference::judge(). Details of a
/// violation beyond kind, row, place and count are left out.
[[nodiscard]] reference::Verdict judge_on_device(const reference::ScoreMatrix& matrix,
                                                 std::int32_t rank,
                                                 std::span<const std::int32_t> indices,
                                                 std::int64_t indices_pitch);

}  // namespace tailproof::test
