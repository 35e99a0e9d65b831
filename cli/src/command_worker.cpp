// tailproof worker: the process that a variant runs in. Started by the checker, never by a person.
#include <cstdint>
#include <memory>
#include <string>

#include "commands.hpp"
#include "tailproof/properties/variant/isolation.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  std::string target;
  int channel = -1;
  int record = -1;
  std::uint64_t memory_bytes = 0;
  std::string oracle;
};

}  // namespace

Action add_worker(CLI::App& command) {
  command.description("Serve a checker (internal)");
  command.group("");  // not shown by --help
  const auto options = std::make_shared<Options>();
  command.add_option("target", options->target)->required();
  command.add_option("channel", options->channel)->required();
  command.add_option("record", options->record)->required();
  command.add_option("memory", options->memory_bytes)->required();
  command.add_option("oracle", options->oracle);
  return [options](Output&) {
    return static_cast<ExitCode>(properties::run_worker(options->target, options->channel,
                                                        options->record, options->memory_bytes,
                                                        options->oracle));
  };
}

}  // namespace tailproof::cli
