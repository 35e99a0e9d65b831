// The details behind error_string(): kept for each thread, as errno is.
#pragma once
#include "tailproof/gpu/selection.hpp"

#include <exception>
#include <new>

namespace tailproof::gpu {

/// Remembers a failure's text and returns its status.
int keep(Outcome outcome) noexcept;

/// What tailproof_variant_v1_t::error_string promises.
const char* error_text(int status) noexcept;

/// Runs a body that returns an Outcome; nothing is thrown past the C interface.
template <class Body>
int guarded(Body body) noexcept {
  try {
    return keep(body());
  } catch (const std::bad_alloc&) {
    return keep({TAILPROOF_OUT_OF_RESOURCES, {}});
  } catch (const std::exception&) {
    return keep({TAILPROOF_LAUNCH_FAILED, {}});
  }
}

}  // namespace tailproof::gpu
