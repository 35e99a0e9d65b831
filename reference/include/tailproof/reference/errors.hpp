/// Errors that a caller can make; each names what was wrong and where. No abort anywhere.
#pragma once
#include <stdexcept>
#include <string>

namespace tailproof::reference {

/// Input outside the operator's contract (NaN, bad length, K out of range): exit code 2 of spec 9.
class ContractError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A policy that means nothing (stride not a power of two, digit widths not adding up to 32, ...).
class PolicyError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace tailproof::reference
