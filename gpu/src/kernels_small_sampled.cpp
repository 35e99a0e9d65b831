// Small policies of mappings 1 and 2.
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/instantiate.cuh"
#include "tailproof/kernels/small_policies.cuh"

namespace tailproof::gpu {

using planner::Mapping;

constinit const KernelEntry small_persistent =
    entry_of<kernels::SmallPersistent, Mapping::persistent_sampled>("small-persistent");
constinit const KernelEntry small_no_rescue =
    entry_of<kernels::SmallNoRescue, Mapping::persistent_sampled>("small-no-rescue");
constinit const KernelEntry small_early_exit =
    entry_of<kernels::SmallEarlyExit, Mapping::persistent_sampled>("small-early-exit");
constinit const KernelEntry tiny_persistent =
    entry_of<kernels::TinyPersistent, Mapping::persistent_sampled>("tiny-persistent");
constinit const KernelEntry small_split2 =
    entry_of<kernels::SmallSplit<2>, Mapping::split_sampled>("small-split2");
constinit const KernelEntry small_split4 =
    entry_of<kernels::SmallSplit<4>, Mapping::split_sampled>("small-split4");
constinit const KernelEntry small_split8 =
    entry_of<kernels::SmallSplit<8>, Mapping::split_sampled>("small-split8");
constinit const KernelEntry small_split4_no_rescue =
    entry_of<kernels::SmallSplitNoRescue<4>, Mapping::split_sampled>("small-split4-no-rescue");

}  // namespace tailproof::gpu
