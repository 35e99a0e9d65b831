#include "program.hpp"

#include "bench.hpp"
#include "device_work.hpp"
#include "entries.hpp"
#include "npy_rows.hpp"
#include "tailproof/gpu/current_device.hpp"
#include "usage_error.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tailproof::gpu_bench {
namespace {

void print_names(const std::vector<FamilyChoice>& families) {
  for (const std::string& name : variant_names()) std::printf("variant %s\n", name.c_str());
  for (const FamilyChoice& family : families) std::printf("family %s\n", family.name.c_str());
  for (const Shape& shape : all_shapes()) {
    std::printf("shape %s (%s)\n", shape.name.c_str(), shape.group.c_str());
  }
}

// One line a case: the floor, then every selector as a multiple of it.
void print_case(const std::vector<Result>& all, std::size_t first) {
  if (first >= all.size()) return;
  const Result& head = all[first];
  std::printf("%s %s:", head.family.c_str(), head.shape.c_str());
  if (head.floor_milliseconds >= 0) {
    std::printf(" floor %.4f ms, launch %.4f ms", head.floor_milliseconds,
                head.launch_milliseconds);
  }
  for (std::size_t i = first; i < all.size(); ++i) {
    const Result& result = all[i];
    std::printf(" | %s", result.entry.c_str());
    if (result.ratio() >= 0) {
      std::printf(" %.3f", result.ratio());
    } else if (result.status != Status::floor) {
      std::printf(" %s", status_name(result.status));
    }
    if (!result.detail.empty()) std::printf(" (%s)", result.detail.c_str());
  }
  std::printf("\n");
  static_cast<void>(std::fflush(stdout));
}

// Keeps both files complete after every case.
class Files {
 public:
  Files(const std::string& folder, std::vector<std::pair<std::string, std::string>> facts)
      : folder_(folder), facts_(std::move(facts)) {
    if (folder_.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    write("results.csv", csv_header());
  }
  void add(const std::vector<Result>& all, std::size_t first) const {
    if (folder_.empty()) return;
    std::string lines;
    for (std::size_t i = first; i < all.size(); ++i) lines += csv_line(all[i]);
    write("results.csv", lines, std::ios::app);
    write("results.json", json_document(facts_, all));
  }

 private:
  void write(const char* name, const std::string& text, std::ios::openmode mode = {}) const {
    std::ofstream file(folder_ + "/" + name, std::ios::binary | std::ios::out | mode);
    file << text;
    if (!file.flush()) throw UsageError(folder_ + "/" + name + ": cannot be written");
  }

  std::string folder_;
  std::vector<std::pair<std::string, std::string>> facts_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

int run_or_throw(const std::vector<std::string>& arguments,
                 const std::vector<const tailproof_variant_v1_t*>& more) {
  const char* const captures = std::getenv("TAILPROOF_CAPTURES");
  Plan plan;
  plan.options = parse_options(arguments, captures == nullptr ? "" : captures);
  if (plan.options.help) {
    std::printf("%s", usage().c_str());
    return 0;
  }
  const std::vector<FamilyChoice> known = all_families(find_captures(plan.options.captures));
  if (plan.options.list) {
    print_names(known);
    return 0;
  }
  plan.families = choose_families(plan.options.families, known);
  plan.shapes = choose_shapes(plan.options.shapes, all_shapes());
  for (const std::string& name : plan.options.variants)
    plan.variants.push_back(&find_variant(name));
  plan.variants.insert(plan.variants.end(), more.begin(), more.end());

  plan.limits.cold_bytes = plan.options.cold_mebibytes << 20;
  planner::Device device;
  const simt::Status found = gpu::query_device(0, device);
  if (!found.ok()) {
    std::printf("SKIP: no device to run on: %s\n", found.text().c_str());
    return 3;
  }
  std::printf("device %s, %d SMs\n", device.name.c_str(), device.sm_count);
  const Files files(plan.options.output,
                    {{"device", device.name}, {"arguments", joined(arguments)}});
  const Outcome outcome = run(plan, [&](const std::vector<Result>& all, std::size_t first) {
    print_case(all, first);
    files.add(all, first);
  });
  std::printf("%s", summary(outcome.results).c_str());
  if (!outcome.crash.empty()) std::printf("STOPPED: %s\n", outcome.crash.c_str());
  return outcome.exit_code();
}

}  // namespace

int run_program(const std::vector<std::string>& arguments,
                const std::vector<const tailproof_variant_v1_t*>& more) {
  try {
    return run_or_throw(arguments, more);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "bench_gpu: %s\n", error.what());
    return 2;
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "bench_gpu: %s\n", error.what());
    return 3;
  }
}

}  // namespace tailproof::gpu_bench
