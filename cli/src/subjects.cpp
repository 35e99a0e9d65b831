#include "subjects.hpp"

#include "subject_options.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/prior_oracle.hpp"
#include "tailproof/properties/variant/schemes.hpp"
#include "tailproof/properties/variant/target.hpp"

#include <filesystem>
#include <system_error>

namespace tailproof::cli {
std::string this_tool() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

void register_subjects() {
  properties::add_builtin_variants(gpu::builtin_variants());
  properties::add_variant_schemes();
}

void add_subject_options(CLI::App& command, std::string& subject) {
  auto* const library = command.add_option_function<std::string>(
      "--variant", [&subject](const std::string& path) { subject = "variant:" + path; },
      "Check this shared library, which exports tailproof_variant_v1(); see tailproof/variant.h");
  library->type_name("LIBRARY");
  auto* const program = command.add_option_function<std::string>(
      "--exec", [&subject](const std::string& line) { subject = "exec:" + line; },
      "Check this program: 'CMD {scores} {lengths} {k} {out}', all files .npy");
  program->type_name("COMMAND")->excludes(library);
  add_isolation_options(command);
}

void add_isolation_options(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--call-limit",
          [](const std::string& text) {
            const double seconds = seconds_of("--call-limit", text);
            if (seconds <= 0) throw InputError({"--call-limit"}, "must be more than 0");
            properties::isolation_options().call_seconds = seconds;
          },
          "A call of a variant or program that takes longer hangs (default: 10s)")
      ->type_name("TIME");
  command
      .add_option_function<std::string>(
          "--memory-limit",
          [](const std::string& text) {
            constexpr std::uint64_t most = std::uint64_t{1} << 40;
            const std::uint64_t mebibytes = number_of("--memory-limit", text);
            if (mebibytes > most) throw InputError({"--memory-limit"}, "is out of range");
            properties::isolation_options().memory_bytes = mebibytes << 20;
          },
          "MiB of memory that a variant or program may hold, 0: any (default: 4096; host memory "
          "only)")
      ->type_name("MIB");
  // Where it lies beside the tool it needs no option.
  properties::isolation_options().oracle_library = properties::find_prior_oracle(this_tool());
  command
      .add_option_function<std::string>(
          "--prior-oracle",
          [](const std::string& path) {
            properties::isolation_options().oracle_library = path == "none" ? "" : path;
          },
          "Library of the oracle that judges answers where they lie, before the host's; none: the "
          "host's alone (default: libtailproof_device_oracle.so beside this tool)")
      ->type_name("LIBRARY");
}

}  // namespace tailproof::cli
