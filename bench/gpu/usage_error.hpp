// What a command line cannot mean.
#pragma once
#include <stdexcept>

namespace tailproof::gpu_bench {

/// Bad usage or bad input: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tailproof::gpu_bench
