/// __trap: ends the launch with a report.
#pragma once
#include "tailproof/simt/host/running.hpp"

[[noreturn]] SIMT_INLINE void __trap(SIMT_HERE) {
  simt::detail::trap("__trap()", file, line);
}
