/// What a variant supports and refuses, found out by calls whose answers nobody checks.
#pragma once
#include "tailproof/properties/subject.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/target.hpp"

#include <string>
#include <vector>

namespace tailproof::properties {

/// One call of a probe.
struct ProbeResult {
  std::string what;       ///< "K = 2049, 1 row of 4096"
  bool in_limits = true;  ///< the description says that it works
  bool in_contract = true;
  bool tried = true;  ///< false: would need too much memory
  Status status = Status::ok;
  std::string message;
  std::vector<GuardBreach> breaches;
};

/// Calls at and just beyond every limit, and at each alignment, one worker for all until it dies.
/// Throws as VariantSubject's constructor does.
[[nodiscard]] std::vector<ProbeResult> probe_variant(const VariantTarget& target,
                                                     const IsolationOptions& options,
                                                     VariantDescription& description);

}  // namespace tailproof::properties
