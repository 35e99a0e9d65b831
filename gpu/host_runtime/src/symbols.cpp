#include "symbols.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace simt::detail {
namespace {

struct CloseProcess {
  void operator()(FILE* file) const { pclose(file); }
};

struct Location {
  std::string module;
  std::uintptr_t offset = 0;
};

Location locate(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  const auto* header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  // Only a program at a fixed address has absolute addresses in its line table.
  const std::uintptr_t base =
      header->e_type == ET_EXEC ? 0 : reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  Location location{info.dli_fname, reinterpret_cast<std::uintptr_t>(address) - base};
  char program[4096];
  // A program found through PATH is listed by its bare name.
  if (location.module.find('/') == std::string::npos) {
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) location.module.assign(program, static_cast<std::size_t>(length));
  }
  return location;
}

std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  const std::unique_ptr<FILE, CloseProcess> pipe(popen(command.c_str(), "r"));
  if (pipe == nullptr) return lines;
  char buffer[1024];
  while (std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) {
    std::string line(buffer);
    while (!line.empty() && line.back() == '\n') line.pop_back();
    if (const auto note = line.find(" (discriminator"); note != std::string::npos)
      line.resize(note);
    lines.push_back(std::move(line));
  }
  return lines;
}

bool is_shell_safe(const std::string& path) {
  return path.find('\'') == std::string::npos;
}

std::vector<std::string> symbolise(const Location& location, const char* flags) {
  if (location.module.empty() || !is_shell_safe(location.module)) return {};
  char offset[32];
  std::snprintf(offset, sizeof offset, "0x%" PRIxPTR, location.offset);
  return lines_of("addr2line " + std::string(flags) + " -e '" + location.module + "' " + offset +
                  " 2>/dev/null");
}

/// One process call for each distinct address, whatever the number of reports.
template <class Resolve>
std::string remembered(std::map<const void*, std::string>& memory, const void* address,
                       Resolve resolve) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = memory.find(address);
  if (found != memory.end()) return found->second;
  return memory[address] = resolve();
}

}  // namespace

std::string source_line(const void* pc) {
  static std::map<const void*, std::string> memory;
  return remembered(memory, pc, [pc] {
    const Location location = locate(static_cast<const char*>(pc) - 1);
    for (const std::string& line : symbolise(location, "-i")) {
      if (line.find("/tailproof/simt/") == std::string::npos && line.front() != '?') return line;
    }
    char offset[32];
    std::snprintf(offset, sizeof offset, "+0x%" PRIxPTR, location.offset);
    return location.module + offset;
  });
}

std::string function_name(const void* address) {
  static std::map<const void*, std::string> memory;
  return remembered(memory, address, [address] {
    // Pairs of function and line; its first instruction may be an inlined function's, the last pair
    // is its own.
    const std::vector<std::string> lines = symbolise(locate(address), "-f -C -i");
    if (lines.size() >= 2 && lines[lines.size() - 2] != "??") return lines[lines.size() - 2];
    return std::string("kernel");
  });
}

}  // namespace simt::detail
