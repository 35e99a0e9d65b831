/// Switching between fibers of one OS thread: hand-written for x86-64 and aarch64 (11 to 15 ns),
/// Boost.Context elsewhere or when TAILPROOF_SIMT_BOOST_CONTEXT is set.
#pragma once

namespace simt::detail {

/// Prepares a fresh stack, highest address `top`, so that the first switch to it calls `entry`,
/// which never returns. Returns the value to switch to.
void* prepare_stack(void* top, void (*entry)());

/// Saves the running context into `*save` and continues `to`.
void switch_context(void** save, void* to);

}  // namespace simt::detail
