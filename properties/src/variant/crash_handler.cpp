#include "crash_handler.hpp"

#include <signal.h>
#include <ucontext.h>

#include <cstddef>

namespace tailproof::properties {
namespace {

CrashRecord* crash_record = nullptr;

bool is_write([[maybe_unused]] const void* context) noexcept {
#if defined(__x86_64__)
  constexpr greg_t write_bit = 2;  // of the page fault's error code
  const auto* const machine = static_cast<const ucontext_t*>(context);
  return (machine->uc_mcontext.gregs[REG_ERR] & write_bit) != 0;
#else
  return false;
#endif
}

extern "C" void record_crash(int signal, siginfo_t* info, void* context) {
  CrashRecord& record = *crash_record;
  record.signal = signal;
  // Signals that another process sent have no address.
  if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0) {
    record.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    record.has_address = 1;
    record.wrote = is_write(context) ? 1 : 0;
  }
  // SA_RESETHAND has restored the default action: returning repeats a fault and dies of it; a
  // signal that somebody sent does not come back by itself.
  if (info->si_code <= 0) ::raise(signal);
}

}  // namespace

void install_crash_handler(CrashRecord& record) {
  crash_record = &record;
  static std::byte alternate[64 * 1024];
  stack_t stack{};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = &record_crash;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace tailproof::properties
