// Mapping 2.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/instantiate.cuh"

namespace tailproof::gpu {

using planner::Mapping;

constinit const KernelEntry split2 = entry_of<kernels::Split<2>, Mapping::split_sampled>("split2");
constinit const KernelEntry split4 = entry_of<kernels::Split<4>, Mapping::split_sampled>("split4");
constinit const KernelEntry split8 = entry_of<kernels::Split<8>, Mapping::split_sampled>("split8");

}  // namespace tailproof::gpu
