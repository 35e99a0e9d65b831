// tailproof variants: the built-in variants, their limits, and what can run here.
#include <memory>
#include <string>

#include "commands.hpp"
#include "tailproof/properties/variant/target.hpp"
#include "variant_text.hpp"

namespace tailproof::cli {
namespace {

void print_table(Output& output) {
  output.print("{:<28} {:<6} {:<16} {:>11}  {:<5} {}\n", "built-in variant", "memory", "K", "width",
               "trace", "runs here");
  for (const tailproof_variant_v1_t* variant : properties::builtin_variants()) {
    const auto description = properties::describe(*variant);
    const tailproof_limits& limits = description.limits;
    output.print("{:<28} {:<6} {:<16} {:>11}  {:<5} {}\n", description.name,
                 properties::memory_space_name(description.memory_space),
                 fmt::format("{} to {}", limits.least_rank, limits.greatest_rank),
                 limits.greatest_width, description.traces() ? "yes" : "no",
                 runs_here(description.memory_space));
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
    output.print("{}{}", separator, properties::to_json(properties::describe(*variant)));
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
