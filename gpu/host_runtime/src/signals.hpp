/// A wild access inside a kernel becomes a report instead of a dead test program.
#pragma once
#include <csignal>

namespace simt::detail {

/// While one lives on any OS thread, SIGSEGV, SIGBUS and SIGFPE of a GPU thread end its launch;
/// other threads' signals go where they went before.
class SignalScope {
 public:
  SignalScope();
  ~SignalScope();
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;

 private:
  stack_t alternate_stack_;  // of this OS thread before
};

}  // namespace simt::detail
