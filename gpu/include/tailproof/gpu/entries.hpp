/// Every kernel that this library holds.
#pragma once
#include "tailproof/gpu/kernel_entry.hpp"

#include <string_view>
#include <vector>

namespace tailproof::gpu {

// One entry a kernel; defined beside the kernels they compile (src/kernels_*.cpp).
extern const KernelEntry persistent_s64;
extern const KernelEntry persistent_s128;
extern const KernelEntry persistent_direct;
extern const KernelEntry split2;
extern const KernelEntry split4;
extern const KernelEntry split8;
extern const KernelEntry row_local_registers;
extern const KernelEntry row_local;
extern const KernelEntry cluster8;
extern const KernelEntry small_persistent;
extern const KernelEntry small_no_rescue;
extern const KernelEntry small_early_exit;
extern const KernelEntry tiny_persistent;
extern const KernelEntry small_split2;
extern const KernelEntry small_split4;
extern const KernelEntry small_split8;
extern const KernelEntry small_split4_no_rescue;
extern const KernelEntry small_row_local_registers;
extern const KernelEntry small_row_local;
extern const KernelEntry small_cluster8;
extern const KernelEntry small_direct;
extern const KernelEntry running;
extern const KernelEntry small_running;

/// All of the above that write the trace of variant.h; the production kernels first, in the
/// planner's order of mappings.
[[nodiscard]] const std::vector<const KernelEntry*>& all_entries();

/// The running selector's, whose trace is its own (running_records.hpp).
[[nodiscard]] const std::vector<const KernelEntry*>& running_entries();

/// Any of them by name ("split4", "small-cluster8"); nullptr for an unknown one.
[[nodiscard]] const KernelEntry* find_entry(std::string_view name);

}  // namespace tailproof::gpu
