// From a dead worker's record to a sentence and, where the fault hit a guard, to a breach.
#pragma once
#include "crash_record.hpp"
#include "tailproof/properties/variant/guard.hpp"

#include <optional>
#include <string>

namespace tailproof::properties {

struct CrashReport {
  std::string text;  ///< "SIGSEGV (segmentation fault) in select(): wrote ..."
  std::optional<GuardBreach> breach;
};

/// @param wait_status  what waitpid() said
[[nodiscard]] CrashReport explain_crash(const CrashRecord& record, int wait_status);

}  // namespace tailproof::properties
