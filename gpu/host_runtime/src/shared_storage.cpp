#include "tailproof/simt/host/shared_storage.hpp"

#include <cstdio>

#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {

void bad_index(long long index, long long size) {
  const Quiet quiet;
  const std::string message =
      "index " + std::to_string(index) + " of a shared_array of " + std::to_string(size);
  const void* pc = __builtin_return_address(0);
  fail({.defect = Defect::out_of_bounds,
        .space = Space::shared,
        .message = message,
        .action = "indexes",
        .position = {.pc = pc}});
}

void storage_too_large(std::size_t needed) {
  const Quiet quiet;
  fail({.defect = Defect::bad_launch,
        .space = Space::shared,
        .message = "the shared storage takes " + std::to_string(needed) +
                   " bytes, the launch gives " +
                   std::to_string(active_engine->config.shared_bytes)});
}

void misaligned(const void* address, unsigned alignment, const void* pc) {
  const Quiet quiet;
  char where[32];
  std::snprintf(where, sizeof where, "%p", address);
  fail({.defect = Defect::misaligned,
        .message = std::string("address ") + where + " is not aligned to " +
                   std::to_string(alignment) + " bytes",
        .action = "accesses",
        .position = {.pc = pc}});
}

}  // namespace simt::detail
