/// One row's trace as JSON, one object a row. Source: spec section 9.
#pragma once

#include <string>
#include <string_view>

#include "tailproof/reference/trace.hpp"

namespace tailproof::io {

/// The object of spec 9 on one line: exactly its keys in its order, absent values null, *_bits as
/// "0x%08x". Histograms and frontier reads are not part of it.
[[nodiscard]] std::string to_json(const reference::Trace& trace);

/// Reads such an object back; histograms stay empty. Every key must be there and no other. Throws
/// InputError with file "trace" that names the key at fault.
[[nodiscard]] reference::Trace trace_from_json(std::string_view text);

}  // namespace tailproof::io
