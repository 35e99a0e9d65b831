#include "tailproof/simt/host/shared_storage.hpp"

#include <cstdio>

#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {

void bad_index(long long index, long long size) {
  const Quiet quiet;
  const void* pc = __builtin_return_address(0);
  record({.defect = Defect::out_of_bounds,
          .space = Space::shared,
          .message =
              "index " + std::to_string(index) + " of a shared_array of " + std::to_string(size),
          .action = "indexes",
          .position = {.pc = pc}});
  abandon();
}

void storage_too_large(std::size_t needed) {
  const Quiet quiet;
  record({.defect = Defect::bad_launch,
          .space = Space::shared,
          .message = "the shared storage takes " + std::to_string(needed) +
                     " bytes, the launch gives " +
                     std::to_string(active_engine->config.shared_bytes)});
  abandon();
}

void misaligned(const void* address, unsigned alignment, const void* pc) {
  const Quiet quiet;
  char where[32];
  std::snprintf(where, sizeof where, "%p", address);
  record({.defect = Defect::misaligned,
          .message = std::string("address ") + where + " is not aligned to " +
                     std::to_string(alignment) + " bytes",
          .action = "accesses",
          .position = {.pc = pc}});
  abandon();
}

}  // namespace simt::detail
