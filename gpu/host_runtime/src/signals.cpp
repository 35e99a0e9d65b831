#include "signals.hpp"

#include <csignal>
#include <cstdio>
#include <memory>
#include <mutex>

#include "arena.hpp"
#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {
namespace {

constexpr int caught[] = {SIGSEGV, SIGBUS, SIGFPE};
constexpr std::size_t alternate_stack_bytes = 256 * 1024;  // writing the report needs some

std::mutex installing;
int scopes = 0;
struct sigaction previous[std::size(caught)];

Problem problem_for(int signal, const void* address) {
  const Engine& launch = *active_engine;
  char where[32];
  std::snprintf(where, sizeof where, "%p", address);
  Problem problem{.defect = Defect::wild_access, .action = "faults"};
  if (signal == SIGFPE) {
    problem.defect = Defect::trap;
    problem.message = "integer division by zero or overflow";
  } else if (launch.stacks.is_guard(address)) {
    problem.space = Space::local;
    problem.message = "a thread's stack overflowed";
  } else if (launch.shared.contains(address)) {
    problem.defect = Defect::exited_cta_access;
    problem.space = Space::distributed;
    problem.message = "access to the shared memory of an exited CTA, or past its end";
  } else if (const Allocation* buffer = Arena::instance().find(address);
             buffer != nullptr && buffer->read_only) {
    problem.defect = Defect::read_only_write;
    problem.space = Space::global;
    problem.message = "write to a read-only buffer";
  } else {
    problem.message = std::string("access to address ") + where;
  }
  return problem;
}

void on_signal(int signal, siginfo_t* info, void*) {
  const Quiet quiet;
  if (active_engine != nullptr && current() != nullptr) {
    record(problem_for(signal, info->si_addr));
    sigset_t unblocked;
    sigemptyset(&unblocked);
    sigaddset(&unblocked, signal);
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
    active_engine->scheduler.abandon();
  }
  for (std::size_t i = 0; i < std::size(caught); ++i) {
    if (caught[i] == signal) sigaction(signal, &previous[i], nullptr);
  }
  // Returning runs the faulting instruction again, now under the handler that was there before.
}

/// Returns the one that was there: AddressSanitizer gives every thread its own and frees whichever
/// it finds.
stack_t provide_alternate_stack() {
  static thread_local const auto memory = std::make_unique<unsigned char[]>(alternate_stack_bytes);
  stack_t stack{};
  stack.ss_sp = memory.get();
  stack.ss_size = alternate_stack_bytes;
  stack_t before{};
  sigaltstack(&stack, &before);
  return before;
}

}  // namespace

SignalScope::SignalScope() : alternate_stack_(provide_alternate_stack()) {
  const std::lock_guard<std::mutex> lock(installing);
  if (scopes++ > 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < std::size(caught); ++i) sigaction(caught[i], &action, &previous[i]);
}

SignalScope::~SignalScope() {
  sigaltstack(&alternate_stack_, nullptr);
  const std::lock_guard<std::mutex> lock(installing);
  if (--scopes > 0) return;
  for (std::size_t i = 0; i < std::size(caught); ++i) sigaction(caught[i], &previous[i], nullptr);
}

}  // namespace simt::detail
