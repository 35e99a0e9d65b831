// A call's rows, brought to where a worker reads them.
#pragma once
#include "input_layout.hpp"
#include "protocol.hpp"
#include "tailproof/properties/call.hpp"
#include "tailproof/properties/variant/description.hpp"

#include <cstddef>
#include <cstdint>

namespace tailproof::properties {

/// Whether a worker may map the scores of a call where they lie, instead of getting a copy: the
/// whole memory is the whole call, with pitch and placement that the request has anyway. Otherwise
/// red zones and alignment would be others than those of a copy.
[[nodiscard]] bool lie_as_placed(const Call& call, const Request& request,
                                 const VariantDescription& description);

/// The request for rows [first, first + count) of a call: the variant's own pitch and, where it
/// reads the live row count, dead rows behind the live ones. The shift follows the address of the
/// call's row 0, so that equal calls get equal addresses modulo the guard pages. Scores that lie in
/// shared memory just as the variant is to find them are not copied.
[[nodiscard]] Request make_request(const Call& call, std::int64_t first, std::int64_t count,
                                   const VariantDescription& description);

/// Writes those rows (their scores only where they are part of the input), their lengths and the
/// live row count; everything else that a worker maps with them is hostile: NaN, infinities,
/// lengths without meaning.
void write_input(const Call& call, std::int64_t first, const Request& request,
                 const InputLayout& layout, std::byte* memory);

}  // namespace tailproof::properties
