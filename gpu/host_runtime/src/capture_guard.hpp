/// Asked by every call that CUDA forbids while a stream is being captured.
#pragma once
#include "tailproof/simt/status.hpp"

namespace simt::detail {

/// ok() when this OS thread captures no stream. Else Code::forbidden_in_capture with a text that
/// names `call`, and the capture is spoilt: its capture_end fails, as on the device.
Status refuse_in_capture(const char* call);

}  // namespace simt::detail
