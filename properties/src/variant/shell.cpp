#include "shell.hpp"

#include "file_descriptor.hpp"
#include "spawn.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace tailproof::properties {
namespace {

// False if the process still runs after that time.
bool wait_for_end(pid_t process, double seconds) {
  const FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!handle.valid()) throw std::system_error(errno, std::generic_category(), "pidfd_open");
  pollfd waiting{handle.get(), POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, static_cast<int>(std::min(seconds, 1e6) * 1000));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

std::string end_of(int file) {
  char text[80];
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(sizeof text));
  const ssize_t got = ::pread(file, text, sizeof text, begin);
  std::string words(text, got <= 0 ? 0 : static_cast<std::size_t>(got));
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words;
}

}  // namespace

ShellResult run_shell(const std::string& command, double seconds) {
  const FileDescriptor output(::memfd_create("tailproof-output", MFD_CLOEXEC));
  if (!output.valid()) throw std::system_error(errno, std::generic_category(), "memfd_create");
  ::fcntl(output.get(), F_SETFL, O_APPEND);
  const pid_t process = spawn({"/bin/sh", "-c", command},
                              {{output.get(), STDOUT_FILENO}, {output.get(), STDERR_FILENO}});
  ShellResult result;
  result.timed_out = !wait_for_end(process, seconds);
  // Also what the command left running in the background.
  ::kill(-process, SIGKILL);
  while (::waitpid(process, &result.wait_status, 0) < 0 && errno == EINTR) {
  }
  result.printed = end_of(output.get());
  return result;
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace tailproof::properties
