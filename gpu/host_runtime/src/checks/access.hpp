/// Entry of the memory checks: one call per instrumented load, store or atomic of a kernel.
#pragma once
#include <cstdint>

#include "../fiber.hpp"

namespace simt::detail::checks {

enum class Kind : std::uint8_t {
  read,
  write,
  atomic,       ///< Read-modify-write, or strong store.
  atomic_load,  ///< Strong load.
};

struct Access {
  Fiber* thread;
  const unsigned char* address;
  unsigned size;
  const void* pc;
};

/// Checks an access by the running thread and remembers it; a defect ends the launch.
template <Kind kind>
void check(const void* address, unsigned size, const void* pc);
extern template void check<Kind::read>(const void*, unsigned, const void*);
extern template void check<Kind::write>(const void*, unsigned, const void*);
extern template void check<Kind::atomic>(const void*, unsigned, const void*);
extern template void check<Kind::atomic_load>(const void*, unsigned, const void*);

/// Called when an instrumented translation unit is found in the program.
void enable();

}  // namespace simt::detail::checks
