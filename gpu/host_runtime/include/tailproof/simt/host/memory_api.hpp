/// Device memory on the host: an arena in which every byte's owner and state is known.
#pragma once
#include <cstddef>

#include "tailproof/simt/status.hpp"

namespace simt {

/// `*address` gets `bytes` of uninitialised device memory, 256-byte aligned, between red zones.
Status device_alloc(void** address, std::size_t bytes);
Status device_free(void* address);
/// Copies between host and device memory in any direction; returns when done, after all work of the
/// default stream.
Status memcpy(void* destination, const void* source, std::size_t bytes);
Status memset(void* destination, int value, std::size_t bytes);

/// Host only: what a test knows about a buffer and the kernel must respect. No-ops of the same name
/// exist on the device, so that a test compiles for both. Kernels may only read the allocation that
/// contains `address`.
Status set_read_only(const void* address, bool read_only);
/// Kernels must not touch these bytes at all, for instance the padding of a row.
Status forbid(const void* address, std::size_t bytes, bool forbidden);
/// The host wrote these bytes through a pointer of its own.
Status mark_initialised(const void* address, std::size_t bytes);

}  // namespace simt
