/// The thing under test behind one interface: the reference, a planted fault, any kernel variant.
#pragma once
#include "tailproof/properties/call.hpp"
#include "tailproof/properties/variant/guard.hpp"
#include "tailproof/reference/marks.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties {

/// How a call ended. A crash or a hang is told by whoever isolates the subject, never by it.
enum class Status : std::uint8_t {
  ok,
  refused,  ///< the subject declined the call with a message; nothing was selected
  crashed,  ///< it died, or poisoned its device, during the call
  hung      ///< it was ended by a watchdog
};
[[nodiscard]] std::string_view status_name(Status status) noexcept;

/// What a subject returned for one call. Buffers are reused from call to call.
struct Answer {
  Status status = Status::ok;
  std::string message;                   ///< why, unless ok
  std::vector<std::int32_t> indices;     ///< M x K, row-major, untouched slots hold `unwritten`
  std::vector<reference::Trace> traces;  ///< M, or empty where none was asked for or recorded
  reference::MarkCounts marks;           ///< of the reference's code, where the subject is that
  /// M: 1 for each row that an oracle beside the subject accepts; empty where none was asked.
  std::vector<std::uint8_t> accepted;
  std::vector<GuardBreach> breaches;  ///< what guards around the call saw, whatever the status
};

/// Output slots hold this before the call: neither an index nor the -1 sentinel.
inline constexpr std::int32_t unwritten = -0x5a5a5a5b;

/// What a checker must know about a subject before it judges it.
struct Traits {
  std::string name;  ///< what make_subject() takes to make it again
  std::string summary;
  bool traces = false;           ///< can record a trace per row
  bool histograms = true;        ///< its traces hold histograms
  bool guarded = false;          ///< its calls are surrounded by guards, which report breaches
  bool reads_live_rows = false;  ///< one shape takes any number of live rows, none included
  bool exercised = false;        ///< makes the calls of exercises: works in device memory
  bool judged = false;           ///< an oracle beside it judges its answers first
  bool captured = false;         ///< says that its calls may be captured into graphs
  bool follows_policy = false;   ///< runs under the call's policy; else under one of its own
  /// That policy of its own, where it is known: traces are compared with the reference under it.
  std::optional<reference::Policy> policy;
  /// False if equal calls may legally answer with other ties or another order (most kernels).
  bool deterministic = true;
  std::int32_t least_rank = 1;
  std::int32_t greatest_rank = std::numeric_limits<std::int32_t>::max();
  std::int64_t greatest_width = std::numeric_limits<std::int32_t>::max();
  /// Rows that a shrinker may pack into one call before calls get slower than single ones.
  std::int64_t rows_per_call = 1;
  std::vector<std::int64_t> capacities;  ///< buffer sizes worth probing, in scores
};

/// One selector. Not thread-safe: every thread works on its own clone.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual const Traits& traits() const noexcept = 0;
  /// Runs one call. Sizes and fills answer completely; traced asks for traces if it has them.
  /// Must not throw for anything that the call holds: bad input is Status::refused.
  virtual void select(const Call& call, bool traced, Answer& answer) = 0;
  /// Makes the calls of a guard's exercise over a legal call's rows, judges every answer, and
  /// reports breaches of that guard; no indices are returned. Refused unless the traits say that
  /// the subject is exercised, and where its limits leave no such call.
  virtual void exercise(Guard guard, const Call& call, Answer& answer);
  /// Forgets what earlier calls left behind (workspaces, call counters), so that what follows
  /// depends on the coming calls alone: a failure can then be repeated and shrunk.
  virtual void renew() {}
  /// A fresh instance of the same subject, sharing no state.
  [[nodiscard]] virtual std::unique_ptr<Subject> clone() const = 0;
};

/// True if the subject's declared limits admit the call's rank and width.
[[nodiscard]] bool admits(const Traits& traits, const Call& call) noexcept;

/// Sets status ok, poisons M x K slots, clears traces, marks and breaches. Every subject starts
/// with it.
void prepare(const Call& call, Answer& answer);

}  // namespace tailproof::properties
