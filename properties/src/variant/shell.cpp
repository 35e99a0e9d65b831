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
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tailproof::properties {
namespace {

// Bytes that the processes of a group hold in memory. Limits of the system's own would count what
// is only reserved, which for programs that work on a device has no bounds.
std::uint64_t resident_bytes(pid_t group) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t pages = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text)) continue;
    // Field 2 is a name in parentheses, which may hold anything; field 5 is the group, 24 the size.
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) continue;
    std::istringstream fields(text.substr(name_end + 1));
    std::string state;
    std::int64_t parent = 0;
    std::int64_t in_group = 0;
    if (!(fields >> state >> parent >> in_group) || in_group != group) continue;
    std::string other;
    for (int field = 6; field < 24; ++field) fields >> other;
    std::uint64_t resident = 0;
    if (fields >> resident) pages += resident;
  }
  return pages * page;
}

// Waits for the end of a process, at most so long, and looks at its memory now and then.
void wait_for_end(pid_t process, double seconds, std::uint64_t memory_bytes, ShellResult& result) {
  constexpr std::chrono::duration<double> look{0.05};
  const FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!handle.valid()) throw std::system_error(errno, std::generic_category(), "pidfd_open");
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const double left = std::max(0.0, std::min(look.count(), seconds - spent.count()));
    pollfd waiting{handle.get(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::ceil(left * 1000)));
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    result.out_of_memory = memory_bytes != 0 && resident_bytes(process) > memory_bytes;
    result.timed_out = !result.out_of_memory && spent.count() >= seconds;
    if (result.out_of_memory || result.timed_out) return;
  }
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

ShellResult run_shell(const std::string& command, double seconds, std::uint64_t memory_bytes) {
  const FileDescriptor output(::memfd_create("tailproof-output", MFD_CLOEXEC));
  if (!output.valid()) throw std::system_error(errno, std::generic_category(), "memfd_create");
  ::fcntl(output.get(), F_SETFL, O_APPEND);
  const pid_t process = spawn({"/bin/sh", "-c", command},
                              {{output.get(), STDOUT_FILENO}, {output.get(), STDERR_FILENO}});
  ShellResult result;
  wait_for_end(process, seconds, memory_bytes, result);
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
