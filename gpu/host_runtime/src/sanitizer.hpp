/// AddressSanitizer, when some part of the program is built with it: told of every stack switch and
/// of memory that a kernel must not touch. Found at link time, so one build of this library serves
/// both kinds of program.
#pragma once
#include <cstddef>

extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void** fake_save, const void* bottom,
                                                          std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* fake_save, const void** bottom_old,
                                                           std::size_t* size_old);
__attribute__((weak)) void __asan_poison_memory_region(const volatile void* address,
                                                       std::size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* address,
                                                         std::size_t size);
}

namespace simt::detail {

inline bool address_sanitizer() {
  return __asan_poison_memory_region != nullptr;
}
inline void poison(const void* address, std::size_t size) {
  if (address_sanitizer()) __asan_poison_memory_region(address, size);
}
inline void unpoison(const void* address, std::size_t size) {
  if (address_sanitizer()) __asan_unpoison_memory_region(address, size);
}

}  // namespace simt::detail
