// Rows and batches too large for 32-bit offsets. Needs a GPU with 64 GiB.
#pragma once
#include "tailproof/gpu/entries.hpp"

#include <string>

namespace tailproof::gpu_test {

/// Selects from two rows of 2^31 - 1 scores at an odd and at an even pitch, and from 8192 rows of
/// 2^20, each with K scores planted from the first position to the last above all others, so that
/// the one right answer is known. The first failure, or "".
[[nodiscard]] std::string check_wide(const gpu::KernelEntry& entry);

}  // namespace tailproof::gpu_test
