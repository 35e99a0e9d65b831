// Small policies of mappings 3 to 5.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/instantiate.cuh"
#include "tailproof/kernels/small_policies.cuh"

namespace tailproof::gpu {

using planner::Mapping;

constinit const KernelEntry small_row_local_registers =
    entry_of<kernels::SmallRowLocalRegisters, Mapping::row_local>("small-row-local-registers");
constinit const KernelEntry small_row_local =
    entry_of<kernels::SmallRowLocal, Mapping::row_local>("small-row-local");
constinit const KernelEntry small_cluster8 =
    entry_of<kernels::SmallCluster8, Mapping::cluster>("small-cluster8");
constinit const KernelEntry small_direct =
    entry_of<kernels::SmallDirect, Mapping::persistent_direct>("small-direct");

}  // namespace tailproof::gpu
