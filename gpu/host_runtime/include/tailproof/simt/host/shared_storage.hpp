/// A kernel's shared memory: one POD struct in dynamic shared memory, obtained by SIMT_SHARED.
#pragma once
#include <new>
#include <type_traits>

#include "tailproof/simt/host/running.hpp"

namespace simt::detail {

/// Gap between members of shared storage. Constructing it, once per CTA, makes the gap known to the
/// checks.
struct RedZone {
  RedZone();
  alignas(16) unsigned char bytes[64];
};

[[noreturn]] void bad_index(long long index, long long size);
[[noreturn]] void storage_too_large(std::size_t needed);

template <class Storage>
SIMT_RUNTIME Storage& shared_storage() {
  static_assert(std::is_trivially_destructible_v<Storage>, "shared storage is never destroyed");
  CtaView& cta = *running.thread->cta;
  if (!cta.storage_ready) [[unlikely]] {
    if (sizeof(Storage) > cta.shared_bytes) storage_too_large(sizeof(Storage));
    cta.storage_ready = true;
    if constexpr (!std::is_trivially_default_constructible_v<Storage>) {
      ::new (static_cast<void*>(cta.shared)) Storage;
    }
  }
  return *reinterpret_cast<Storage*>(cta.shared);
}

}  // namespace simt::detail

/// Declares `Storage& name`, the CTA's dynamic shared memory.
#define SIMT_SHARED(Storage, name) Storage& name = ::simt::detail::shared_storage<Storage>()
