/// What the rest of the runtime needs to know of streams and captures.
#pragma once
#include <cstddef>

#include "tailproof/simt/status.hpp"

namespace simt::detail {

/// An error while any stream of this OS thread is being captured; `call` is for the text.
Status refuse_in_capture(const char* call);

/// memcpy and memset without regard to streams.
Status copy_now(void* destination, const void* source, std::size_t bytes);
Status set_now(void* destination, int value, std::size_t bytes);

}  // namespace simt::detail
