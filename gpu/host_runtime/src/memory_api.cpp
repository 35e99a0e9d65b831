#include "tailproof/simt/host/memory_api.hpp"

#include "arena.hpp"
#include "capture_guard.hpp"
#include "checks/shadow.hpp"
#include "launch_now.hpp"

namespace simt {

using detail::Arena;

Status device_alloc(void** address, std::size_t bytes) {
  if (Status status = detail::refuse_in_capture("device_alloc"); !status.ok()) return status;
  return Arena::instance().allocate(address, bytes);
}

Status device_free(void* address) {
  if (Status status = detail::refuse_in_capture("device_free"); !status.ok()) return status;
  detail::finish_streams();
  return Arena::instance().release(address);
}

Status memcpy(void* destination, const void* source, std::size_t bytes) {
  if (Status status = detail::refuse_in_capture("memcpy"); !status.ok()) return status;
  return detail::copy_now(destination, source, bytes);
}

Status memset(void* destination, int value, std::size_t bytes) {
  if (Status status = detail::refuse_in_capture("memset"); !status.ok()) return status;
  return detail::set_now(destination, value, bytes);
}

Status set_read_only(const void* address, bool read_only) {
  if (Arena::instance().set_read_only(address, read_only)) return {};
  return Status(Code::invalid_configuration, "set_read_only: no buffer at this address");
}

Status forbid(const void* address, std::size_t bytes, bool forbidden) {
  if (bytes == 0) return {};
  const detail::Allocation* owner = Arena::instance().find(address);
  if (owner == nullptr ||
      Arena::instance().offset_of(address) - owner->begin + bytes > owner->bytes) {
    return Status(Code::invalid_configuration, "forbid: the bytes are not within one buffer");
  }
  detail::checks::set_forbidden(address, bytes, forbidden);
  return {};
}

Status mark_initialised(const void* address, std::size_t bytes) {
  if (bytes != 0) detail::checks::set_initialised(address, bytes);
  return {};
}

namespace detail {

namespace {
/// Whether the device part of [address, address + bytes) lies in one buffer.
bool in_bounds(const void* address, std::size_t bytes) {
  const Arena& arena = Arena::instance();
  if (bytes == 0 || !arena.contains(address)) return true;
  const Allocation* owner = arena.find(address);
  return owner != nullptr && arena.offset_of(address) - owner->begin + bytes <= owner->bytes;
}

/// The host may copy forbidden padding, which AddressSanitizer would not let std::memcpy read.
__attribute__((no_sanitize("address"))) void copy_bytes(void* destination, const void* source,
                                                        std::size_t bytes) {
  auto* out = static_cast<unsigned char*>(destination);
  const auto* in = static_cast<const unsigned char*>(source);
  if (out <= in) {
    for (std::size_t i = 0; i < bytes; ++i) out[i] = in[i];
  } else {
    for (std::size_t i = bytes; i-- > 0;) out[i] = in[i];
  }
}

}  // namespace

Status copy_now(void* destination, const void* source, std::size_t bytes) {
  if (!in_bounds(destination, bytes) || !in_bounds(source, bytes)) {
    return Status(Code::invalid_configuration, "memcpy leaves its device buffer");
  }
  copy_bytes(destination, source, bytes);
  checks::set_initialised(destination, bytes);
  return {};
}

__attribute__((no_sanitize("address"))) Status set_now(void* destination, int value,
                                                       std::size_t bytes) {
  if (!in_bounds(destination, bytes)) {
    return Status(Code::invalid_configuration, "memset leaves its device buffer");
  }
  auto* bytes_out = static_cast<unsigned char*>(destination);
  for (std::size_t i = 0; i < bytes; ++i) bytes_out[i] = static_cast<unsigned char>(value);
  checks::set_initialised(destination, bytes);
  return {};
}

}  // namespace detail
}  // namespace simt
