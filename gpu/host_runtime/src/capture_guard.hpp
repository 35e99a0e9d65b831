/// Asked by calls that have to do with all streams at once.
#pragma once
#include "tailproof/simt/status.hpp"

namespace simt::detail {

/// ok() when this OS thread captures no stream. Else Code::forbidden_in_capture with a text that
/// names `call`, and the capture is spoilt: its capture_end fails, as on the device.
Status refuse_in_capture(const char* call);

/// Runs all queued work, as the device does before it frees memory. A failure is kept for the next
/// call that waits.
void finish_streams();

}  // namespace simt::detail
