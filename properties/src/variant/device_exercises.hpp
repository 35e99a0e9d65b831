// What a variant in device memory must stand besides being called once: other streams, graphs,
// competition, far offsets. Every answer is judged here, by the oracle on the host.
#pragma once
#include "caller.hpp"
#include "competing_kernel.hpp"
#include "cuda_driver.hpp"
#include "device_stage.hpp"
#include "exercise_rows.hpp"
#include "variant_functions.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tailproof::properties {

/// Exercises over the rows of one request, all of them legal.
class DeviceExercises {
 public:
  DeviceExercises(const CudaDriver& driver, const tailproof_variant_v1_t& variant,
                  const VariantFunctions& functions, const CompetingKernel& rival,
                  const Request& request, const float* scores, const std::int32_t* lengths);

  /// The exercise behind that guard. Throws CudaError for what the calls did to the device.
  [[nodiscard]] CallOutcome run(Guard guard);

 private:
  struct Graph;

  void two_streams();
  void capture();
  void graph_replays();
  void competing_kernel();
  void wide_offsets();

  [[nodiscard]] tailproof_shape shape_of(const Request& request) const noexcept;
  [[nodiscard]] ExerciseRows rows(int version) const;
  /// False, with the outcome refused, if the variant declines the shape.
  [[nodiscard]] bool set_up(DeviceStage& stage, const tailproof_shape& shape, bool apart = false);
  /// False, with a breach, if it declines the call.
  [[nodiscard]] bool enqueue(const DeviceStage& stage, const std::string& how);
  /// False, with a breach, if a row is wrong.
  bool judge(DeviceStage& stage, const std::string& how);
  /// The call as a graph, or nothing, with a breach.
  [[nodiscard]] std::optional<Graph> captured(const DeviceStage& stage);
  bool replay(const Graph& graph, DeviceStage& stage, const std::string& how);
  void breach(std::int64_t row, const std::string& detail);

  const CudaDriver& driver_;
  const tailproof_variant_v1_t& variant_;
  const VariantFunctions& functions_;
  const CompetingKernel& rival_;
  const Request& request_;
  const float* scores_;
  const std::int32_t* lengths_;
  Guard guard_ = Guard::two_streams;
  CallOutcome outcome_;
};

}  // namespace tailproof::properties
