/// A wild access inside a kernel becomes a report instead of a dead test program.
#pragma once

namespace simt::detail {

/// While one lives on any OS thread, SIGSEGV, SIGBUS and SIGFPE of a GPU thread end its launch;
/// other threads' signals go where they went before.
class SignalScope {
 public:
  SignalScope();
  ~SignalScope();
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;
};

}  // namespace simt::detail
