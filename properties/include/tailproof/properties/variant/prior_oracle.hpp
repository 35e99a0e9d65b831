/// An oracle that judges answers where they lie, asked before the host's: gpu/oracle as a shared
/// library, built by nvcc for device memory or by a C++ compiler for host memory. The host's oracle
/// remains the authority: what this one does not accept is judged again there.
#pragma once
#include "tailproof/device_oracle.h"
#include "tailproof/reference/score_matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tailproof::properties {

/// Not thread-safe. In device memory it works in the primary context of device 0.
class PriorOracle {
 public:
  /// Loads the library. Throws InputError if it cannot be loaded or lacks a function.
  explicit PriorOracle(const std::string& path);
  PriorOracle(const PriorOracle&) = delete;
  PriorOracle& operator=(const PriorOracle&) = delete;
  ~PriorOracle();

  [[nodiscard]] tailproof_memory_space memory_space() const noexcept;

  /// Puts it on the oracle's own trial; once, before it judges. Throws InputError if it does not
  /// pass, SubjectUnavailable where it needs a device and there is none.
  void begin();

  /// Judges an answer that lies in its memory space; of the call, verdicts, summary, workspace and
  /// stream are its own. Returns row_capacity verdicts. Throws ContractError for a call that no
  /// verdict can come of.
  [[nodiscard]] std::vector<tailproof_row_verdict> judge(const tailproof_oracle_call& call);
  /// The same for an answer in host memory, whatever the memory space.
  [[nodiscard]] std::vector<tailproof_row_verdict> judge(const reference::ScoreMatrix& matrix,
                                                         std::int32_t rank,
                                                         std::span<const std::int32_t> indices,
                                                         std::int64_t indices_pitch);

 private:
  struct Functions;
  struct Memory;

  std::string path_;
  std::unique_ptr<Functions> functions_;
  std::unique_ptr<Memory> memory_;
};

/// The library beside an executable or in the lib folder beside its own, if one is there; else
/// empty.
[[nodiscard]] std::string find_prior_oracle(const std::string& executable);

}  // namespace tailproof::properties
