/// Running a check as a user whom permissions bind, since test containers mostly run as root.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace tailproof::test {

enum class ChildResult { right, wrong, cannot_change_user };

/// Runs `check` (returning whether all was right) in a child process without root's privileges.
template <typename Check>
ChildResult run_unprivileged(Check&& check) {
  constexpr uid_t nobody = 65534;
  constexpr int cannot_change = 2;
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(cannot_change);
    ::_exit(check() ? 0 : 1);
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_change) {
    return ChildResult::cannot_change_user;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ChildResult::right : ChildResult::wrong;
}

}  // namespace tailproof::test
