// Mappings 3 and 4.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/instantiate.cuh"

namespace tailproof::gpu {

using planner::Mapping;

constinit const KernelEntry row_local_registers =
    entry_of<kernels::RowLocalRegisters, Mapping::row_local>("row-local-registers");
constinit const KernelEntry row_local =
    entry_of<kernels::RowLocal, Mapping::row_local>("row-local");
constinit const KernelEntry cluster8 = entry_of<kernels::Cluster8, Mapping::cluster>("cluster8");

}  // namespace tailproof::gpu
