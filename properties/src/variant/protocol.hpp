// What travels between checker and worker, apart from the data in shared memory. Both ends are the
// same executable, so plain structs will do.
#pragma once
#include "tailproof/properties/variant/guard.hpp"

#include <cstdint>

namespace tailproof::properties {

enum class RequestKind : std::uint32_t {
  select,         ///< one call
  exercise,       ///< the calls of an exercise
  input_memory,   ///< comes with a descriptor of `bytes` of read-only input
  result_memory,  ///< comes with a descriptor of `bytes` for results
  score_memory,   ///< comes with a descriptor of a case's scores, `bytes` behind the guard pages
};

struct Request {
  RequestKind kind = RequestKind::select;
  std::uint32_t traced = 0;
  std::uint32_t renew = 0;  ///< start with a workspace that no call has used
  std::uint32_t shift = 0;  ///< of every buffer, see placement.hpp
  /// The scores are not part of the input but lie in the score memory sent last.
  std::uint32_t scores_apart = 0;
  std::int32_t rank = 1;
  Guard exercise = Guard::two_streams;  ///< whose calls, of an exercise
  std::uint32_t most_seconds = 0;       ///< after which the worker ends itself, should nobody else
  std::int64_t rows = 0;                ///< live ones
  std::int64_t row_capacity = 0;
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::uint64_t bytes = 0;
};

enum class ReplyKind : std::uint32_t {
  described,    ///< the text is the description
  unusable,     ///< the variant cannot be loaded; the text says why
  unavailable,  ///< it needs what this machine does not have; the text says what
  answered,
  refused,  ///< the variant returned a status of its own accord; the text says which
  broken,   ///< the variant reported a failure that a call must not end in
};

/// Breaches that one reply can carry; further ones are dropped.
inline constexpr std::uint32_t most_breaches = 8;

struct BreachRecord {
  Guard guard = Guard::input_written;
  std::int64_t row = -1;
  char detail[160] = {};
};

/// Followed by text_size bytes of text in the same message.
struct Reply {
  ReplyKind kind = ReplyKind::answered;
  /// Of a call: its verdicts are among the results. Of a description: those of calls will be.
  std::uint32_t judged = 0;
  std::uint32_t breach_count = 0;
  BreachRecord breaches[most_breaches];
};

}  // namespace tailproof::properties
