/// What every call of the dialect's host side returns: a code and a sentence, never an abort.
#pragma once
#include <string>
#include <utility>

// nvcc takes an assignment from a nodiscard call for a discarded value.
#if defined(__CUDACC__)
#define SIMT_NODISCARD
#else
#define SIMT_NODISCARD [[nodiscard]]
#endif

namespace simt {

/// Why a call did not succeed.
enum class Code {
  ok,
  not_ready,              ///< An event or stream that is queried has work left.
  invalid_configuration,  ///< The launch or call can never work as given.
  out_of_memory,
  forbidden_in_capture,  ///< Allocation, synchronisation, ... while a stream is being captured.
  unsupported,           ///< This device (or the host runtime) lacks the feature.
  violation,             ///< The host runtime found a defect in the kernel; see last_report().
  failed,                ///< Any other error of the device.
};

/// Result of a launch, copy, allocation or synchronisation.
class SIMT_NODISCARD Status {
 public:
  Status() = default;
  Status(Code code, std::string text) : code_(code), text_(std::move(text)) {}

  bool ok() const { return code_ == Code::ok; }
  Code code() const { return code_; }
  /// One sentence; empty when ok().
  const std::string& text() const { return text_; }

 private:
  Code code_ = Code::ok;
  std::string text_;
};

}  // namespace simt
