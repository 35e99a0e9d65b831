// Calls a variant in this process with every guard that its memory space allows.
#pragma once
#include "crash_record.hpp"
#include "file_descriptor.hpp"
#include "protocol.hpp"
#include "tailproof/properties/variant/guard.hpp"
#include "tailproof/properties/variant/prior_oracle.hpp"
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
  bool judged = false;  ///< an oracle here told which rows it accepts
};

class Caller {
 public:
  virtual ~Caller() = default;
  virtual void set_input(FileDescriptor descriptor, std::size_t bytes) = 0;
  /// Scores that lie apart from the input: whole pages, from the file's guard pages on.
  virtual void set_scores(FileDescriptor descriptor, std::size_t bytes) = 0;
  virtual void set_result(FileDescriptor descriptor, std::size_t bytes) = 0;
  virtual CallOutcome select(const Request& request) = 0;
  /// The exercise behind a guard, over the request's rows, all of them legal.
  virtual CallOutcome exercise(const Request& request) = 0;
};

/// For variants in host memory. The oracle, in the same memory space, outlives the caller; null:
/// answers are judged by the checker alone.
[[nodiscard]] std::unique_ptr<Caller> make_host_caller(const tailproof_variant_v1_t& variant,
                                                       CrashRecord& record, PriorOracle* oracle);
/// For variants in CUDA device memory. Throws CudaMissing (cuda_driver.hpp).
[[nodiscard]] std::unique_ptr<Caller> make_device_caller(const tailproof_variant_v1_t& variant,
                                                         CrashRecord& record, PriorOracle* oracle);
/// Has the oracle judge the live rows of a finished call, and writes down which it accepts, a byte
/// each. False if it takes no such call.
[[nodiscard]] bool judge_beside(PriorOracle& oracle, const tailproof_call& call, std::int64_t rows,
                                std::byte* accepted);

}  // namespace tailproof::properties
