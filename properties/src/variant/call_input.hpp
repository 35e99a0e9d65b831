// A call's rows, copied to where a worker reads them.
#pragma once
#include "input_layout.hpp"
#include "protocol.hpp"
#include "tailproof/properties/call.hpp"
#include "tailproof/properties/variant/description.hpp"

#include <cstddef>
#include <cstdint>

namespace tailproof::properties {

/// The request for rows [first, first + count) of a call: the variant's own pitch and, where it
/// reads the live row count, dead rows behind the live ones. The shift follows the address of the
/// call's row 0, so that equal calls get equal addresses modulo the guard pages.
[[nodiscard]] Request make_request(const Call& call, std::int64_t first, std::int64_t count,
                                   const VariantDescription& description);

/// Writes those rows, their lengths and the live row count; everything else that a worker maps with
/// them is hostile: NaN, infinities, lengths without meaning.
void write_input(const Call& call, std::int64_t first, const Request& request,
                 const InputLayout& layout, std::byte* memory);

}  // namespace tailproof::properties
