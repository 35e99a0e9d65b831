// The rows of a case on the device: made, and answers judged by the oracle on the device.
#pragma once
#include "device_work.hpp"
#include "entries.hpp"
#include "make_rows.cuh"
#include "npy_rows.hpp"

#include <optional>
#include <string>

namespace tailproof::gpu_bench {

/// Owns every buffer that entries read and write. All functions throw DeviceError.
class Rows {
 public:
  /// Buffers for the largest of the layouts to come; allocates.
  Rows(std::int64_t elements, std::int64_t answers, std::int64_t slots);

  /// Makes the layout's rows unless they are there already.
  void fill(const Layout& layout, const FamilyChoice& family, std::uint32_t seed, Padding padding,
            simt::Stream& stream);
  /// What entries are given.
  [[nodiscard]] CaseBuffers buffers() const;
  /// Overwrites all answers, so that one that is not written cannot be right.
  void poison(simt::Stream& stream);
  /// What is wrong with the answers, or "". Waits.
  [[nodiscard]] std::string judge(simt::Stream& stream, double limit_seconds);

 private:
  void make(const Block& block, const FamilyChoice& family, std::uint32_t seed, Padding padding,
            simt::Stream& stream);
  void load_capture(const std::string& path);
  // Answers are guarded on both sides by a stretch that nobody may write to.
  static constexpr std::int64_t guard = 1024;
  // Floors at odd pitches read up to 12 bytes around a row.
  static constexpr std::int64_t slack = 64;

  simt::DeviceBuffer<float> scores_;
  simt::DeviceBuffer<std::int32_t> lengths_, indices_;
  simt::DeviceBuffer<float> captured_;
  simt::DeviceBuffer<std::int32_t> captured_lengths_;
  CapturedRows capture_;
  std::string captured_path_;
  const Layout* layout_ = nullptr;

  struct Made {
    FamilyChoice family;
    std::uint32_t seed;
    Padding padding;
    std::int32_t rank;
    std::vector<Block> blocks;
    friend bool operator==(const Made&, const Made&) = default;
  };
  std::optional<Made> made_;
};

}  // namespace tailproof::gpu_bench
