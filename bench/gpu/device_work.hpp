// Waiting for a stream with a limit, timing on it, and errors of the device as exceptions.
#pragma once
#include "tailproof/simt.hpp"

#include <chrono>
#include <stdexcept>
#include <string>

namespace tailproof::gpu_bench {

/// The device refused or failed something. After a crash or hang (is_fatal) nothing more can run.
class DeviceError : public std::runtime_error {
 public:
  DeviceError(const std::string& what, bool fatal) : std::runtime_error(what), fatal_(fatal) {}
  [[nodiscard]] bool is_fatal() const noexcept { return fatal_; }

 private:
  bool fatal_;
};

/// Throws DeviceError unless the status is ok. fatal: see there.
inline void require(const simt::Status& status, bool fatal = false) {
  if (!status.ok()) throw DeviceError(status.text(), fatal);
}

/// Waits for all work of the stream. Throws a fatal DeviceError if it fails or takes too long.
inline void wait_for(simt::Stream& stream, double limit_seconds) {
#if defined(__CUDACC__)
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    const cudaError_t error = cudaStreamQuery(stream.handle());
    if (error == cudaSuccess) return;
    if (error != cudaErrorNotReady) {
      throw DeviceError(std::string("crashed: ") + cudaGetErrorString(error), true);
    }
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    if (waited.count() > limit_seconds) {
      throw DeviceError("hung: not done after " + std::to_string(limit_seconds) + " s", true);
    }
  }
#else
  static_cast<void>(limit_seconds);
  const simt::Status status = stream.synchronize();
  if (!status.ok()) throw DeviceError("crashed: " + status.text(), true);
#endif
}

/// Device time between two points of a stream; on the host runtime, time of the host.
class Stopwatch {
 public:
#if defined(__CUDACC__)
  Stopwatch() {
    require(simt::detail::status_of(cudaEventCreate(&begin_), "cudaEventCreate"));
    require(simt::detail::status_of(cudaEventCreate(&end_), "cudaEventCreate"));
  }
  ~Stopwatch() {
    static_cast<void>(cudaEventDestroy(begin_));
    static_cast<void>(cudaEventDestroy(end_));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  void start(simt::Stream& stream) {
    require(simt::detail::status_of(cudaEventRecord(begin_, stream.handle()), "cudaEventRecord"));
  }
  double stop(simt::Stream& stream, double limit_seconds) {
    require(simt::detail::status_of(cudaEventRecord(end_, stream.handle()), "cudaEventRecord"));
    wait_for(stream, limit_seconds);
    float milliseconds = 0;
    require(simt::detail::status_of(cudaEventElapsedTime(&milliseconds, begin_, end_),
                                    "cudaEventElapsedTime"));
    return milliseconds;
  }

 private:
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
#else
  void start(simt::Stream& stream) {
    wait_for(stream, 0);
    begin_ = std::chrono::steady_clock::now();
  }
  double stop(simt::Stream& stream, double limit_seconds) {
    wait_for(stream, limit_seconds);
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - begin_;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point begin_;
#endif
};

}  // namespace tailproof::gpu_bench
