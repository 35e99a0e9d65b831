// Calls a variant in this process with every guard that its memory space allows.
#pragma once
#include "crash_record.hpp"
#include "file_descriptor.hpp"
#include "protocol.hpp"
#include "tailproof/properties/variant/guard.hpp"
#include "tailproof/variant.h"

#include <memory>
#include <string>
#include <vector>

namespace tailproof::properties {

/// What came of one request.
struct CallOutcome {
  ReplyKind kind = ReplyKind::answered;
  std::string text;
  std::vector<GuardBreach> breaches;
};

class Caller {
 public:
  virtual ~Caller() = default;
  virtual void set_input(FileDescriptor descriptor, std::size_t bytes) = 0;
  virtual void set_result(FileDescriptor descriptor, std::size_t bytes) = 0;
  virtual CallOutcome select(const Request& request) = 0;
};

/// For variants in host memory.
[[nodiscard]] std::unique_ptr<Caller> make_host_caller(const tailproof_variant_v1_t& variant,
                                                       CrashRecord& record);
/// For variants in CUDA device memory. Throws CudaMissing (cuda_driver.hpp).
[[nodiscard]] std::unique_ptr<Caller> make_device_caller(const tailproof_variant_v1_t& variant,
                                                         CrashRecord& record);

}  // namespace tailproof::properties
