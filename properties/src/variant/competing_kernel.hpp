// A kernel that does nothing but occupy a device for a while, so that what is checked is delayed in
// ways that an idle device never shows.
#pragma once
#include "cuda_driver.hpp"

#include <cstdint>

namespace tailproof::properties {

/// How much of the device is occupied, and for how long.
struct Competition {
  unsigned ctas = 1;              ///< of 1024 threads
  std::uint64_t nanoseconds = 0;  ///< that each CTA stays
  std::uint64_t early = 0;        ///< so many CTAs leave after a sixteenth of that
};

/// Loaded into the driver's context once; the driver must outlive it.
class CompetingKernel {
 public:
  /// Throws CudaError.
  explicit CompetingKernel(const CudaDriver& driver);
  /// Enqueues it. Throws CudaError.
  void launch(const Competition& competition, void* stream) const;

 private:
  const CudaDriver& driver_;
  void* function_;
};

}  // namespace tailproof::properties
