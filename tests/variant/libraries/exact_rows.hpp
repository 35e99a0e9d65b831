// The exact selector that the planted variants depart from, in host memory.
#pragma once
#include "tailproof/variant.h"

#include <cstdint>
#include <cstring>

namespace planted {

/// What the core keeps at the front of its workspace; indices of one row follow.
struct Header {
  std::uint32_t prepared;
  std::uint32_t calls;
};
inline constexpr std::uint32_t prepared_mark = 0x70726570;

/// Descending sortable key of a score: larger scores have smaller keys, zeros are equal.
inline std::uint32_t key_of(float score) {
  std::uint32_t bits;
  std::memcpy(&bits, &score, sizeof bits);
  if (bits == 0x80000000u) bits = 0;
  return (bits & 0x80000000u) != 0 ? bits : ~(bits | 0x80000000u);
}

/// Rows that are live in a call.
std::int64_t live_rows(const tailproof_call& call);
/// L clamped to [0, N].
std::int32_t length_of(const tailproof_call& call, std::int64_t row);
/// Selects one row into slots, using scratch of N indices.
void select_row(const tailproof_call& call, std::int64_t row, std::int32_t* slots,
                std::int32_t* scratch);
/// The exact functions of the ABI.
int workspace_bytes(const tailproof_shape* shape, std::size_t* bytes);
int prepare(const tailproof_call* call);
int select(const tailproof_call* call);

}  // namespace planted
