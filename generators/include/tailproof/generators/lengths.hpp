/// How the rows of a recipe get their valid lengths.
#pragma once
#include "tailproof/reference/policy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::generators {

/// Where the lengths come from, row by row.
enum class LengthKind : std::uint8_t {
  full,             ///< L = N
  ragged,           ///< uniform in [least, N]
  edges,            ///< of 0, 1, K-1, K, K+1, K+2, N-1, N: those that fit
  capacity_edges,   ///< of CAP-1, CAP, CAP+1, 2 CAP, 3 CAP, CAP+K: those in (K, N], else N
  view_edges,       ///< |V| in {q-1, q, q1-1, q1}: those with L in (K, N], else N
  out_of_contract,  ///< of -2^31, -1, N+1, 2 N, 2^31-1: outside the contract
  listed,           ///< given one by one
};

/// Lengths of all rows: pure in (spec, seed, row, N, K, policy).
struct Lengths {
  LengthKind kind = LengthKind::full;
  std::int64_t least = 0;            ///< for ragged
  std::vector<std::int32_t> listed;  ///< for listed: one a row
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

/// "full", "ragged:LEAST", "edges", ..., "listed:3+4+5"; parse_lengths reads it back.
[[nodiscard]] std::string to_string(const Lengths& lengths);
/// Throws InputError with file "recipe".
[[nodiscard]] Lengths parse_lengths(const std::string& text);

/// Lengths L in (K, width] at which row's view has a size at the edge of being usable: |V| one
/// less than, and equal to, each requested rank. Empty where there are none. (spec 3)
[[nodiscard]] std::vector<std::int32_t> view_edge_lengths(std::int64_t row, std::int64_t width,
                                                          std::int32_t rank,
                                                          const reference::Policy& policy);

}  // namespace tailproof::generators
