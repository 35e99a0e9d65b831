/// The exceptions for a subject that cannot be put to work at all.
#pragma once
#include <stdexcept>

namespace tailproof::properties {

/// It crashed or hung before it could be asked anything; commands turn it into exit code 4.
class SubjectLost final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// It needs what this machine does not have (a GPU); commands turn it into exit code 3.
class SubjectUnavailable final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tailproof::properties
