// tailproof probe: what a variant supports and refuses, without checking answers.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "subjects.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/probe.hpp"
#include "tailproof/properties/variant/target.hpp"
#include "variant_text.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  std::string library;
  std::string builtin;
};

// What a variant may not do whatever its answers are: decline what it says it takes, or touch what
// is not its own.
bool breaks_its_word(const properties::ProbeResult& probe) {
  const bool declines = probe.tried && probe.in_limits && probe.in_contract &&
                        probe.status == properties::Status::refused;
  return declines || !probe.breaches.empty();
}

std::string outcome_text(const properties::ProbeResult& probe) {
  if (!probe.tried) return "not tried: more than 256 MiB of scores";
  std::string text;
  switch (probe.status) {
    case properties::Status::ok:
      text = probe.in_limits ? "runs" : "runs, though beyond its limits";
      break;
    case properties::Status::refused:
      text = (breaks_its_word(probe) ? "REFUSED, though within its limits: " : "refused: ") +
             probe.message;
      break;
    case properties::Status::crashed:
      text = "CRASHED: " + probe.message;
      break;
    case properties::Status::hung:
      text = "HUNG: " + probe.message;
      break;
  }
  for (const auto& breach : probe.breaches) {
    text += fmt::format("; {}: {}", properties::guard_name(breach.guard), breach.detail);
  }
  return probe.in_contract ? text : text + " (outside the contract)";
}

ExitCode run(const Options& options, Output& output) {
  if (options.library.empty() == options.builtin.empty()) {
    throw InputError({"probe"}, "needs either --variant or --subject");
  }
  const properties::VariantTarget target{
      options.library.empty(), options.library.empty() ? options.builtin : options.library};
  properties::VariantDescription description;
  const std::vector<properties::ProbeResult> probes =
      properties::probe_variant(target, properties::isolation_options(), description);
  output.print("{} ({})\n{}\nprobes; answers are not checked\n", description.name,
               properties::to_string(target), description_text(description));
  for (const properties::ProbeResult& probe : probes) {
    output.print("  {:<48} {}\n", probe.what, outcome_text(probe));
  }
  const bool died = std::any_of(probes.begin(), probes.end(), [](const auto& probe) {
    return probe.status == properties::Status::crashed || probe.status == properties::Status::hung;
  });
  if (died) return ExitCode::subject_failed;
  return std::any_of(probes.begin(), probes.end(), breaks_its_word) ? ExitCode::violation
                                                                    : ExitCode::all_right;
}

}  // namespace

Action add_probe(CLI::App& command) {
  command.description("Say what a variant supports and refuses, without checking answers");
  const auto options = std::make_shared<Options>();
  auto* const library =
      command.add_option("--variant", options->library, "A shared library")->type_name("LIBRARY");
  command.add_option("--subject", options->builtin, "A built-in variant")
      ->type_name("NAME")
      ->excludes(library);
  add_isolation_options(command);
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
