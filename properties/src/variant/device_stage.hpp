// One call's buffers of its own in device memory: rows put there, the call enqueued, the answer
// judged.
#pragma once
#include "device_buffer.hpp"
#include "exercise_rows.hpp"
#include "reserved_range.hpp"
#include "variant_functions.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tailproof::properties {

class DeviceStage {
 public:
  DeviceStage(const CudaDriver& driver, const tailproof_variant_v1_t& variant,
              const VariantFunctions& functions);
  DeviceStage(const DeviceStage&) = delete;
  DeviceStage& operator=(const DeviceStage&) = delete;
  ~DeviceStage();

  /// Takes buffers for calls of that shape and prepares a workspace. With `apart`, rows of scores
  /// and of slots lie at the shape's pitch from each other, nothing mapped in between. Throws
  /// CudaError.
  [[nodiscard]] std::optional<Refusal> set_up(const tailproof_shape& shape, bool apart = false);
  /// Puts rows there, as many as the shape's capacity, and poison into the slots; waits.
  void load(ExerciseRows rows);
  /// Enqueues the call on the stage's own stream.
  [[nodiscard]] std::optional<Refusal> enqueue() const;
  /// Waits for the stream and judges what was loaded last. Throws CudaError.
  [[nodiscard]] std::optional<WrongRow> judge();

  [[nodiscard]] void* stream() const noexcept { return stream_; }
  [[nodiscard]] const tailproof_shape& shape() const noexcept { return call_.shape; }

 private:
  template <typename T>
  T* place(DeviceBuffer& buffer, std::unique_ptr<ReservedRange>& range, std::int64_t row_elements,
           std::int64_t pitch, bool apart);
  [[nodiscard]] std::optional<Refusal> set_up_workspace();

  const CudaDriver& driver_;
  const tailproof_variant_v1_t& variant_;
  const VariantFunctions& functions_;
  void* stream_;
  DeviceBuffer scores_{driver_};
  DeviceBuffer lengths_{driver_};
  DeviceBuffer live_rows_{driver_};
  DeviceBuffer indices_{driver_};
  DeviceBuffer values_{driver_};
  DeviceBuffer workspace_{driver_};
  std::unique_ptr<ReservedRange> scores_range_;
  std::unique_ptr<ReservedRange> indices_range_;
  std::unique_ptr<ReservedRange> values_range_;
  tailproof_call call_{};
  ExerciseRows rows_;
  std::vector<std::int32_t> slots_;  // K a row, without pitch
  std::int32_t poison_ = 0;
  std::uint64_t loads_ = 0;
};

}  // namespace tailproof::properties
