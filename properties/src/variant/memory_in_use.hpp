// How much memory this process holds, to see calls that keep some.
#pragma once
#include <cstdint>

namespace tailproof::properties {

struct MemoryInUse {
  std::uint64_t heap = 0;    ///< bytes handed out by malloc
  std::uint64_t mapped = 0;  ///< bytes of address space
};
[[nodiscard]] MemoryInUse memory_in_use();

}  // namespace tailproof::properties
