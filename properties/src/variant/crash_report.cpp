#include "crash_report.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <array>
#include <cstring>

namespace tailproof::properties {
namespace {

struct Hit {
  Buffer buffer;
  const BufferAddresses* addresses;
};

std::optional<Hit> buffer_at(const CrashRecord& record) {
  if (record.has_address == 0) return std::nullopt;
  for (std::uint32_t each = 0; each < buffer_count; ++each) {
    const BufferAddresses& addresses = record.buffers[each];
    if (record.address < addresses.guard_begin || record.address >= addresses.guard_end) continue;
    return Hit{static_cast<Buffer>(each), &addresses};
  }
  return std::nullopt;
}

bool is_input(Buffer buffer) {
  return buffer == Buffer::scores || buffer == Buffer::lengths || buffer == Buffer::live_rows;
}

Guard guard_of(const Hit& hit, bool inside) {
  if (is_input(hit.buffer)) return inside ? Guard::input_written : Guard::input_overrun;
  if (hit.buffer == Buffer::workspace) return Guard::workspace_overrun;
  const bool trace = hit.buffer == Buffer::traces || hit.buffer == Buffer::histograms;
  return trace ? Guard::trace_format : Guard::output_overrun;
}

GuardBreach breach_at(const CrashRecord& record, const Hit& hit) {
  const BufferAddresses& at = *hit.addresses;
  const std::string_view name = buffer_name(hit.buffer);
  const char* const access = record.wrote != 0 ? "wrote" : "touched";
  if (record.address < at.begin) {
    return {guard_of(hit, false), -1,
            fmt::format("{} {} bytes before {}", access, at.begin - record.address, name)};
  }
  if (record.address >= at.end) {
    return {guard_of(hit, false), -1,
            fmt::format("{} byte {} past the end of {}", access, record.address - at.end, name)};
  }
  const std::uint64_t byte = record.address - at.begin;
  if (at.row_bytes == 0) {
    return {guard_of(hit, true), -1, fmt::format("{} byte {} of {}", access, byte, name)};
  }
  const auto row = static_cast<std::int64_t>(byte / at.row_bytes);
  return {guard_of(hit, true), row,
          fmt::format("{} byte {} of row {} of {}", access, byte % at.row_bytes, row, name)};
}

std::string signal_text(int signal) {
  const char* const abbreviation = ::sigabbrev_np(signal);
  const char* const description = ::sigdescr_np(signal);
  return fmt::format("SIG{} ({})", abbreviation == nullptr ? "?" : abbreviation,
                     description == nullptr ? "unknown" : description);
}

}  // namespace

std::string_view activity_name(Activity activity) noexcept {
  static constexpr std::array<std::string_view, 8> names = {
      "while starting", "while loading", "between calls", "in workspace_bytes()",
      "in prepare()",   "in select()",   "in trace()",    "while being checked"};
  return names[static_cast<std::size_t>(activity) % names.size()];
}

std::string_view buffer_name(Buffer buffer) noexcept {
  static constexpr std::array<std::string_view, buffer_count> names = {
      "scores", "lengths",       "the live row count", "indices",
      "values", "the workspace", "the row traces",     "the histograms"};
  return names[static_cast<std::size_t>(buffer) % names.size()];
}

CrashReport explain_crash(const CrashRecord& record, int wait_status) {
  CrashReport report;
  const std::string_view where = activity_name(record.activity);
  if (WIFEXITED(wait_status)) {
    report.text =
        fmt::format("ended the process with exit({}) {}", WEXITSTATUS(wait_status), where);
    return report;
  }
  const int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : record.signal;
  report.text = fmt::format("{} {}", signal_text(signal), where);
  if (signal == SIGKILL) report.text += ", perhaps for want of memory";
  if (const auto hit = buffer_at(record)) {
    report.breach = breach_at(record, *hit);
    report.text += ": " + report.breach->detail;
  } else if (record.has_address != 0) {
    report.text +=
        fmt::format(": {} address {:#x}", record.wrote != 0 ? "wrote" : "touched", record.address);
  }
  return report;
}

}  // namespace tailproof::properties
