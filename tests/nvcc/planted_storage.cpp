// A planted fault: one word more than the planner counts on in a kernel's storage. Only a device
// build compares the two, and it must refuse this file (tests/nvcc/CMakeLists.txt).
#include "tailproof/gpu/instantiate.cuh"
#include "tailproof/kernels/small_policies.cuh"

namespace tailproof::kernels {

struct Planted : SmallPersistent {};

template <>
struct Storage<Planted> : Storage<SmallPersistent> {
  std::uint32_t one_word_more;
};

}  // namespace tailproof::kernels

namespace tailproof::gpu {

planner::KernelInfo planted() {
  return info_of<kernels::Planted>("planted", planner::Mapping::persistent_sampled);
}

}  // namespace tailproof::gpu
