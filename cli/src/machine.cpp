#include "machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

namespace tailproof::cli {
namespace {

namespace fs = std::filesystem;

/// A program found in PATH or in CUDA's usual place, which is often not in PATH. Paths that would
/// need quoting in a shell are passed over.
std::optional<std::string> find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(std::string(path == nullptr ? "" : path) + ":/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = fs::path(folder) / name;
    std::error_code error;
    if (candidate.find('\'') == std::string::npos && fs::is_regular_file(candidate, error) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return std::nullopt;
}

/// Whether a line holds something like "12.2", as versions do and dates do not.
bool has_version(std::string_view line) {
  const auto digit = [&](std::size_t at) { return line[at] >= '0' && line[at] <= '9'; };
  for (std::size_t dot = 1; dot + 1 < line.size(); ++dot) {
    if (line[dot] == '.' && digit(dot - 1) && digit(dot + 1)) return true;
  }
  return false;
}

/// The first line with a version in it that a shell command prints, if it succeeds within 20 s.
std::optional<std::string> line_of(const std::string& command) {
  std::FILE* const pipe = ::popen(("timeout 20 " + command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::optional<std::string> found;
  std::array<char, 512> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
    std::string_view line(buffer.data());
    line = line.substr(0, line.find('\n'));
    if (!found && has_version(line)) found = line;
  }
  return ::pclose(pipe) == 0 ? found : std::nullopt;
}

Finding program(const char* group, const char* name, const char* skipped_without) {
  Finding finding{group, name, std::nullopt, skipped_without};
  const auto path = find_program(name);
  if (!path) return finding;
  const auto version = line_of("'" + *path + "' --version");
  finding.found = fmt::format("{} ({})", version.value_or("version unknown"), *path);
  return finding;
}

/// A tool that a distribution may install under its name with a version alone: clang-format-14.
Finding versioned_program(const char* group, const char* name, const char* skipped_without) {
  constexpr int oldest = 14;
  constexpr int newest = 22;
  Finding finding = program(group, name, skipped_without);
  for (int version = oldest; version <= newest && !finding.found; ++version) {
    finding.found = program(group, fmt::format("{}-{}", name, version).c_str(), "").found;
  }
  return finding;
}

Finding python_module(const char* name, const char* skipped_without) {
  return {"Python", name,
          line_of(fmt::format("python3 -c 'import {0}; print({0}.__version__)'", name)),
          skipped_without};
}

Finding header(const char* name, const char* file, const char* skipped_without) {
  Finding finding{"libraries", name, std::nullopt, skipped_without};
  for (const char* const folder : {"/usr/local/include", "/usr/include", "/usr/include/eigen3"}) {
    const fs::path candidate = fs::path(folder) / file;
    std::error_code error;
    if (!finding.found && fs::exists(candidate, error)) finding.found = candidate.string();
  }
  return finding;
}

/// Catch2 3.x and 2.x put their headers in different places.
Finding catch2() {
  constexpr const char* skipped_without = "the tests are not built";
  const Finding newer = header("Catch2", "catch2/catch_all.hpp", skipped_without);
  return newer.found ? newer : header("Catch2", "catch2/catch.hpp", skipped_without);
}

Finding gpu() {
  Finding finding{"GPU", "CUDA device", std::nullopt,
                  "CUDA variants and kernels are not run on a device; commands that have nothing "
                  "else to check exit with 3"};
  if (find_program("nvidia-smi")) {
    finding.found =
        line_of("nvidia-smi --query-gpu=name,compute_cap,memory.total --format=csv,noheader");
  }
  return finding;
}

Finding f16c() {
  Finding finding{"machine", "F16C", std::nullopt,
                  "the half projection is not compared with the processor's own conversion"};
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("flags")) continue;
    if ((line + ' ').find(" f16c ") != std::string::npos) finding.found = "yes";
    break;
  }
  return finding;
}

Finding resources() {
  constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<double>(::sysconf(_SC_PAGESIZE)) / gibibyte;
  return {"machine", "cores and memory",
          fmt::format("{} cores, {:.1f} GiB", std::thread::hardware_concurrency(), memory), ""};
}

}  // namespace

std::vector<Finding> examine_machine() {
  return {
      resources(),
      f16c(),
      program("compilers", "g++", "the default compiler is missing"),
      program("compilers", "clang++", "the fuzz preset and the clang build are not built"),
      program("compilers", "nvcc", "kernels are not compiled for CUDA (preset cuda)"),
      program("build tools", "cmake", "nothing can be built"),
      program("build tools", "ninja", "the presets cannot be configured"),
      versioned_program("build tools", "clang-format", "the source format is not checked"),
      versioned_program("build tools", "clang-tidy", "there is no static analysis"),
      gpu(),
      program("GPU", "compute-sanitizer", "kernels are not run under its tools"),
      program("Python", "python3", "the reference is not timed beside numpy"),
      python_module("numpy", "the reference is not timed beside numpy.argpartition"),
      catch2(),
      header("RapidCheck", "rapidcheck.h", "the tests are not built"),
      header("Eigen", "Eigen/Core", "the tests are not built"),
      header("Google Benchmark", "benchmark/benchmark.h", "the benchmarks are not built"),
  };
}

}  // namespace tailproof::cli
