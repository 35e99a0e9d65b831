// tailproof plan: which kernel a shape gets on a device, how it is launched, and why.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/planner/plan.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  planner::Shape shape;
  std::int64_t pitch = -1;
  std::string device = "h200";
};

// The properties of planner::Device by name, each optional; any other name is a mistake.
planner::Device read_device(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError({path}, "no such device or file (known devices: h200, h100, a100)");
  planner::Device device;
  device.name = path;
  try {
    const auto json = nlohmann::json::parse(file);
    for (const auto& [key, value] : json.items()) {
      if (key == "name") {
        device.name = value.get<std::string>();
      } else if (key == "sm_count") {
        device.sm_count = value.get<std::int32_t>();
      } else if (key == "max_threads_per_block") {
        device.max_threads_per_block = value.get<std::int32_t>();
      } else if (key == "max_threads_per_sm") {
        device.max_threads_per_sm = value.get<std::int32_t>();
      } else if (key == "registers_per_sm") {
        device.registers_per_sm = value.get<std::int32_t>();
      } else if (key == "shared_bytes_per_block") {
        device.shared_bytes_per_block = value.get<std::int64_t>();
      } else if (key == "shared_bytes_per_sm") {
        device.shared_bytes_per_sm = value.get<std::int64_t>();
      } else if (key == "max_cluster") {
        device.max_cluster = value.get<std::int32_t>();
      } else if (key == "memory_bytes") {
        device.memory_bytes = value.get<std::int64_t>();
      } else {
        throw InputError({path}, "unknown device property " + printable(key));
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError({path}, error.what());
  }
  return device;
}

ExitCode run(const Options& options, Output& output) {
  planner::Shape shape = options.shape;
  shape.pitch = options.pitch < 0 ? shape.width : options.pitch;
  const auto known = planner::known_device(options.device);
  const planner::Device device = known ? *known : read_device(options.device);
  try {
    output.print("{}", planner::explain(planner::plan(shape, device), shape, device));
  } catch (const planner::PlanError& error) {
    throw InputError({"plan"}, error.what());
  }
  return ExitCode::all_right;
}

}  // namespace

Action add_plan(CLI::App& command) {
  command.description("Say which kernel a shape gets on a device, how it is launched, and why");
  auto options = std::make_shared<Options>();
  options->shape.alignment = 16;
  command.add_option("--rows", options->shape.rows, "Row capacity M")->required();
  command.add_option("--width", options->shape.width, "Allocated scores of a row, N")->required();
  command.add_option("-k", options->shape.rank, "Rank K")->required();
  command.add_option("--pitch", options->pitch, "Distance of rows in scores (default: the width)");
  command.add_option("--alignment", options->shape.alignment, "Of row 0, in bytes")
      ->capture_default_str();
  command
      .add_option("--device", options->device,
                  "h200, h100, a100, or a JSON file with properties of a device")
      ->capture_default_str();
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
