// Fills a crash record when this process gets a deadly signal.
#pragma once
#include "crash_record.hpp"

namespace tailproof::properties {

/// For SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT, on a stack of its own; afterwards the signal
/// takes its usual course. The record must live as long as the process.
void install_crash_handler(CrashRecord& record);

}  // namespace tailproof::properties
