/// threadIdx and its kin, lane and warp numbers.
#pragma once
#include "tailproof/simt/host/running.hpp"

namespace simt::detail {
// By value: a reference into the runtime's state would be read by instrumented code.
SIMT_RUNTIME uint3 thread_index() {
  return running.thread->thread_index;
}
SIMT_RUNTIME uint3 block_index() {
  return running.thread->cta->block_index;
}
SIMT_RUNTIME dim3 block_dim() {
  return running.block;
}
SIMT_RUNTIME dim3 grid_dim() {
  return running.grid;
}
}  // namespace simt::detail

#define threadIdx (::simt::detail::thread_index())
#define blockIdx (::simt::detail::block_index())
#define blockDim (::simt::detail::block_dim())
#define gridDim (::simt::detail::grid_dim())
#define warpSize 32

namespace simt {
/// This thread's lane, 0 to 31.
SIMT_RUNTIME unsigned lane_id() {
  return detail::running.thread->lane;
}
/// Mask of the lanes below this one.
SIMT_RUNTIME unsigned lanemask_lt() {
  return (1u << detail::running.thread->lane) - 1u;
}
}  // namespace simt
