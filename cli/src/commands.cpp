#include "commands.hpp"

namespace tailproof::cli {

std::span<const Command> commands() {
  static constexpr Command all[] = {
#define TAILPROOF_COMMAND(name) {#name, add_##name},
#include "commands.inc"
#undef TAILPROOF_COMMAND
  };
  return all;
}

}  // namespace tailproof::cli
