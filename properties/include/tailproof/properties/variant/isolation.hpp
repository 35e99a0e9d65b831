/// How subjects are kept apart from the checker.
#pragma once
#include <cstdint>
#include <string>

namespace tailproof::properties {

/// Limits of a subject that runs in a process of its own.
struct IsolationOptions {
  /// The executable whose hidden command "worker" calls run_worker(); empty: this executable.
  std::string worker_program;
  double call_seconds = 10;  ///< a call that takes longer hangs
  /// Of private memory for variants in host memory, resident for programs; 0: unlimited.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  /// Library of an oracle that judges answers in the worker first (prior_oracle.hpp), if it works
  /// in the variant's memory space; empty: none.
  std::string oracle_library;
};

/// What schemes of add_variant_schemes() use; set before subjects are made.
[[nodiscard]] IsolationOptions& isolation_options() noexcept;

/// The worker's side: serves calls until the other end is gone.
/// @param target  as to_string(VariantTarget) spells it
/// @param channel, record  descriptors that the worker was started with
/// @param oracle  library of a PriorOracle, or empty
/// Returns the exit status.
int run_worker(const std::string& target, int channel, int record, std::uint64_t memory_bytes,
               const std::string& oracle);

}  // namespace tailproof::properties
