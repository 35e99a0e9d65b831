/// Program counters to source lines, through addr2line; only ever needed for a report.
#pragma once
#include <string>

namespace simt::detail {

/// "file:line" of the instruction before `pc`, skipping the dialect's own inlined functions; the
/// module and offset when there is no line information.
std::string source_line(const void* pc);
/// Demangled name of the function at `address`.
std::string function_name(const void* address);

}  // namespace simt::detail
