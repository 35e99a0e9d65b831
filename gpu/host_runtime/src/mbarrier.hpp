/// The bits of a memory barrier object and what changes them.
#pragma once
#include "fiber.hpp"
#include "tailproof/simt/host/async.hpp"

namespace simt::detail {

/// Reports the use of a barrier that is not initialised or not in shared memory.
void check_usable(const mbarrier& barrier, const char* file, int line);
/// `bytes` of bulk copies on `barrier` have arrived.
void complete_bytes(mbarrier& barrier, unsigned bytes);

}  // namespace simt::detail
