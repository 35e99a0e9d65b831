// The differential suites on a GPU: standard library and CUDA only. Built by scripts/gpu-test.
//
//   gpu_check [--kernels all|small|NAME] [--suites all|NAME,NAME] [--many-rows N] [--keys STEP]
//             [--small-world LENGTH] [--captures FOLDER]... [--ranks] [--wide] [--time] [--json
//             FILE]
//
// Exit codes as everywhere in this project: 0 all right, 1 something is wrong, 2 bad usage, 3
// nothing could be checked.
#include "differential/captures.hpp"
#include "differential/ranks.hpp"
#include "differential/running_suites.hpp"
#include "differential/small_world.hpp"
#include "differential/suites.hpp"
#include "json.hpp"
#include "tailproof/gpu/entries.hpp"
#include "timing.hpp"
#include "wide.hpp"

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tailproof;

struct Options {
  std::string kernels = "all";
  std::string suites = "all";
  std::int64_t many_rows = 0;
  std::uint64_t keys_step = 0;
  int small_world = -1;
  std::vector<std::string> captures;
  bool ranks = false;  // every K there is
  bool wide = false;
  bool time = false;
  std::string json;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) throw std::invalid_argument(name + " needs a value");
      return argv[++i];
    };
    if (name == "--kernels") {
      options.kernels = value();
    } else if (name == "--suites") {
      options.suites = value();
    } else if (name == "--many-rows") {
      options.many_rows = std::stoll(value());
    } else if (name == "--keys") {
      options.keys_step = std::stoull(value());
    } else if (name == "--small-world") {
      options.small_world = std::stoi(value());
    } else if (name == "--captures") {
      options.captures.push_back(value());
    } else if (name == "--ranks") {
      options.ranks = true;
    } else if (name == "--wide") {
      options.wide = true;
    } else if (name == "--time") {
      options.time = true;
    } else if (name == "--json") {
      options.json = value();
    } else {
      throw std::invalid_argument("unknown option " + name);
    }
  }
  return options;
}

bool listed(const std::string& list, const std::string& name) {
  return list == "all" || ("," + list + ",").find("," + name + ",") != std::string::npos;
}

std::vector<const gpu::KernelEntry*> chosen_kernels(const std::string& which) {
  std::vector<const gpu::KernelEntry*> chosen;
  for (const gpu::KernelEntry* entry : gpu::all_entries()) {
    const bool small = entry->info.threads <= 128;
    if ((which == "small" && small) || listed(which, std::string(entry->info.name))) {
      chosen.push_back(entry);
    }
  }
  return chosen;
}

// Runs checks one after another and remembers how each ended.
class Run {
 public:
  void check(const std::string& name, const std::function<std::string()>& body) {
    const auto begin = std::chrono::steady_clock::now();
    std::string problem;
    try {
      problem = body();
    } catch (const std::exception& error) {
      problem = error.what();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%-44s %7.2f s  %s\n", name.c_str(), took.count(),
                problem.empty() ? "ok" : problem.c_str());
    std::fflush(stdout);
    ++checks_;
    failures_ += problem.empty() ? 0 : 1;
    results_ += (results_.empty() ? "" : ",") + std::string("\n    {\"name\": ") +
                gpu_test::quoted(name) + ", \"problem\": " + gpu_test::quoted(problem) + "}";
  }
  [[nodiscard]] int checks() const { return checks_; }
  [[nodiscard]] int failures() const { return failures_; }
  [[nodiscard]] const std::string& results() const { return results_; }

 private:
  int checks_ = 0;
  int failures_ = 0;
  std::string results_;
};

void run_all(const Options& options, Run& run, gpu_test::Census& census) {
  const auto kernels = chosen_kernels(options.kernels);
  for (const gpu_test::Suite& suite : gpu_test::suites()) {
    if (!listed(options.suites, suite.name)) continue;
    for (const gpu::KernelEntry* entry : kernels) {
      run.check(suite.name + ": " + std::string(entry->info.name),
                [&] { return suite.run(*entry, census); });
    }
  }
  for (const gpu_test::RunningSuite& suite : gpu_test::running_suites()) {
    if (!listed(options.suites, suite.name)) continue;
    for (const gpu_test::RunningKernel& kernel : gpu_test::running_kernels()) {
      if (!(options.kernels == "small" ? kernel.small : listed(options.kernels, kernel.name))) {
        continue;
      }
      gpu_test::RunningCensus ways;
      run.check(suite.name + ": " + kernel.name, [&] { return suite.run(kernel, ways); });
      std::printf("  %s\n", ways.table().c_str());
    }
  }
  if (listed(options.suites, "planned")) run.check("planned", &gpu_test::check_planned);
  if (options.keys_step > 0) {
    run.check("keys", [&] { return gpu_test::check_keys(options.keys_step); });
  }
  for (const gpu::KernelEntry* entry : kernels) {
    const std::string name(entry->info.name);
    if (options.ranks && entry->info.threads > 128) {
      std::vector<std::int32_t> ranks(gpu_test::greatest_rank);
      std::iota(ranks.begin(), ranks.end(), 1);
      run.check("every K: " + name, [&] { return gpu_test::check_ranks(*entry, ranks, census); });
    }
    if (options.wide && entry->info.threads > 128 && !entry->info.in_registers) {
      run.check("wide: " + name, [&] { return gpu_test::check_wide(*entry); });
    }
    if (options.small_world >= 0 && entry->info.threads <= 128) {
      std::uint64_t selections = 0;
      run.check("small world: " + name, [&] {
        return gpu_test::check_small_world(*entry, options.small_world, census, selections);
      });
      std::printf("  %llu selections\n", static_cast<unsigned long long>(selections));
    }
    if (options.many_rows > 0) {
      run.check("many rows: " + name,
                [&] { return gpu_test::check_many_rows(*entry, options.many_rows, census); });
    }
    for (const std::string& folder : options.captures) {
      for (const std::string& capture : gpu_test::find_captures(folder)) {
        run.check(capture + ": " + name,
                  [&] { return gpu_test::check_capture(*entry, capture, census); });
      }
    }
  }
}

void write_json(const std::string& path, const Run& run, const gpu_test::Census& census,
                const std::string& timing) {
  cudaDeviceProp properties{};
  int driver = 0;
  int runtime = 0;
  static_cast<void>(cudaGetDeviceProperties(&properties, 0));
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  std::ofstream file(path);
  file << "{\n  \"device\": " << gpu_test::quoted(properties.name)
       << ",\n  \"cuda_driver\": " << driver << ",\n  \"cuda_runtime\": " << runtime
       << ",\n  \"checks\": " << run.checks() << ",\n  \"failures\": " << run.failures()
       << ",\n  \"results\": [" << run.results() << "\n  ],\n  \"census\": " << census.json()
       << ",\n  \"timing\": " << timing << "\n}\n";
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
      std::printf("SKIP: no CUDA device\n");
      return 3;
    }
    Run run;
    gpu_test::Census census;
    std::string timing = "[]";
    run_all(options, run, census);
    if (options.time) run.check("timing", [&] { return gpu_test::time_selection(timing); });
    std::printf("%s%d checks, %d failures\n", census.table().c_str(), run.checks(), run.failures());
    if (!options.json.empty()) write_json(options.json, run, census, timing);
    if (run.checks() == 0) return 3;
    return run.failures() == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_check: error: %s\n", error.what());
    return 2;
  }
}
