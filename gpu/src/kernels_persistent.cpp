// Mappings 1 and 5.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/instantiate.cuh"

namespace tailproof::gpu {

using planner::Mapping;

constinit const KernelEntry persistent_s64 =
    entry_of<kernels::PersistentS64, Mapping::persistent_sampled>("persistent-s64");
constinit const KernelEntry persistent_s128 =
    entry_of<kernels::PersistentS128, Mapping::persistent_sampled>("persistent-s128");
constinit const KernelEntry persistent_direct =
    entry_of<kernels::PersistentDirect, Mapping::persistent_direct>("persistent-direct");

}  // namespace tailproof::gpu
