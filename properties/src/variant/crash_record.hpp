// What a dying worker leaves behind in shared memory: written by its signal handler, read by the
// checker.
#pragma once
#include <cstdint>
#include <string_view>

namespace tailproof::properties {

/// What the worker was doing.
enum class Activity : std::uint32_t {
  starting,
  loading,
  idle,
  sizing,     ///< in workspace_bytes()
  preparing,  ///< in prepare()
  selecting,  ///< in select()
  tracing,    ///< in trace()
  checking,   ///< between calls, in the checker's own code
};
[[nodiscard]] std::string_view activity_name(Activity activity) noexcept;

/// The buffers of a call.
enum class Buffer : std::uint32_t {
  scores,
  lengths,
  live_rows,
  indices,
  values,
  workspace,
  traces,
  histograms,
};
inline constexpr std::uint32_t buffer_count = 8;
[[nodiscard]] std::string_view buffer_name(Buffer buffer) noexcept;

/// Where a buffer lay, guard pages included; all zero where a call has no such buffer.
struct BufferAddresses {
  std::uint64_t guard_begin = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t guard_end = 0;
  std::uint64_t row_bytes = 0;  ///< distance of rows; 0: has none
};

struct CrashRecord {
  Activity activity = Activity::starting;
  std::int32_t signal = 0;    ///< 0: the handler did not run
  std::uint64_t address = 0;  ///< of the fault, where the signal has one
  std::uint32_t has_address = 0;
  std::uint32_t wrote = 0;  ///< the access was a write, where the processor tells
  BufferAddresses buffers[buffer_count];
};

}  // namespace tailproof::properties
