// tailproof variants: the subjects that are built in, their limits, and what can run here.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "tailproof/properties/variant/target.hpp"
#include "variant_text.hpp"

namespace tailproof::cli {
namespace {

void print_line(Output& output, std::string_view name, std::string_view memory,
                const std::string& rank, const std::string& width, const std::string& layout,
                bool trace, const std::string& here) {
  output.print("{:<26} {:<6} {:<10} {:<16} {:<15} {:<5} {}\n", name, memory, rank, width, layout,
               trace ? "yes" : "no", here);
}

void print_table(Output& output) {
  output.print("{:<26} {:<6} {:<10} {:<16} {:<15} {:<5} {}\n", "subject", "memory", "K", "width",
               "pitch, base", "trace", "runs here");
  print_line(output, "reference", "host", "any", "any", "any, any", true, "yes");
  for (const tailproof_variant_v1_t* variant : properties::builtin_variants()) {
    const auto description = properties::describe(*variant);
    const tailproof_limits& limits = description.limits;
    print_line(output, description.name, properties::memory_space_name(description.memory_space),
               fmt::format("{} to {}", limits.least_rank, limits.greatest_rank),
               fmt::format("up to {}", limits.greatest_width),
               fmt::format("{}, {}", limits.pitch_multiple, limits.base_alignment),
               description.traces(), runs_here(description.memory_space));
  }
  output.print(
      "\ncheck one:           tailproof check --subject NAME\n"
      "check a library:     tailproof check --variant ./libkernel.so\n"
      "check any program:   tailproof check --exec 'CMD {{scores}} {{lengths}} {{k}} {{out}}'\n"
      "limits of a library: tailproof probe --variant ./libkernel.so\n");
}

void print_json(Output& output) {
  output.print("[");
  const char* separator = "";
  for (const tailproof_variant_v1_t* variant : properties::builtin_variants()) {
    const auto description = properties::describe(*variant);
    auto json = nlohmann::ordered_json::parse(properties::to_json(description));
    json["runs_here"] = runs_here(description.memory_space);
    output.print("{}{}", separator, json.dump());
    separator = ",\n ";
  }
  output.print("]\n");
}

}  // namespace

Action add_variants(CLI::App& command) {
  command.description("List the built-in variants with their limits, and what can run here");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "One JSON object a variant");
  return [json](Output& output) {
    *json ? print_json(output) : print_table(output);
    return ExitCode::all_right;
  };
}

}  // namespace tailproof::cli
