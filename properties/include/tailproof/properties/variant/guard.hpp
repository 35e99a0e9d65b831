/// Guards: what a call may not do besides giving a wrong answer. Source: spec section 10.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace tailproof::properties {

/// Each guard is a property of its own, under guard_name().
enum class Guard : std::uint8_t {
  input_written,      ///< scores, lengths or the live row count were written
  input_overrun,      ///< memory outside scores, lengths or the live row count was touched
  output_overrun,     ///< memory outside indices or values was touched
  output_pitch,       ///< slots between K and the output pitch were written
  dead_rows,          ///< slots of rows beyond the live ones were written
  workspace_overrun,  ///< memory outside the workspace asked for was touched
  workspace_size,     ///< two different answers to the same question for the workspace's size
  values,             ///< values[slot] is not the score at indices[slot], bit for bit
  trace_format,       ///< a trace record that means nothing, or memory outside the trace buffer
  leak,               ///< memory in use grows with each of several equal calls
  two_streams,        ///< two calls at once, each with its own stream and workspace
  capture,            ///< a captured call that waits, allocates or enqueues elsewhere
  graph_replays,      ///< replays with other rows, lengths and live row counts
  competing_kernel,   ///< calls delayed by a kernel that occupies the device
  wide_offsets,       ///< rows beyond 2^31 elements from the first
};
inline constexpr int guard_count = 15;

/// Whether a guard has an exercise of its own: further calls beside the one that is checked.
[[nodiscard]] constexpr bool is_exercise(Guard guard) noexcept {
  return guard >= Guard::two_streams;
}

/// "input-written" and so on: also the name of the property.
[[nodiscard]] std::string_view guard_name(Guard guard) noexcept;

/// One breach found after, or by a fault during, a call.
struct GuardBreach {
  Guard guard = Guard::input_written;
  std::int64_t row = -1;  ///< -1: no row in particular
  std::string detail;     ///< which buffer, which element or byte, what it held
};

}  // namespace tailproof::properties
