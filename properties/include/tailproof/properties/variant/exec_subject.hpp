/// Any program in any language as a subject, through .npy files.
#pragma once
#include "tailproof/properties/subject.hpp"
#include "tailproof/properties/variant/isolation.hpp"

#include <memory>
#include <string>

namespace tailproof::properties {

/// Runs 'CMD {scores} {lengths} {k} {out}' through the shell once a call: scores is a .npy of <f4,
/// M x N, lengths one of <i4, M; the command writes one of <i4, M x K to out. A program that exits
/// with another status than 0, takes too long, holds too much memory or writes something else has
/// crashed or hung.
/// Throws InputError for a command without one of the four places.
[[nodiscard]] std::unique_ptr<Subject> make_exec_subject(std::string command,
                                                         IsolationOptions options);

}  // namespace tailproof::properties
