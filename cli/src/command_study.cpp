// tailproof study: what a saved score matrix tells about the choice of a policy.
#include <filesystem>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "row_inputs.hpp"
#include "study/study.hpp"
#include "tailproof/io/atomic_file.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  std::vector<std::string> captures;
  std::vector<std::string> lengths;
  std::optional<std::int64_t> rank;
  std::optional<std::int64_t> most_rows;
  std::string json;
  std::string html;
};

/// The lengths given for a capture, or NAME.lengths.npy beside NAME.npy where there is such a file.
std::optional<std::string> lengths_of(const Options& options, std::size_t each) {
  if (!options.lengths.empty()) return options.lengths[each];
  std::filesystem::path beside(options.captures[each]);
  beside.replace_extension(".lengths.npy");
  if (std::filesystem::is_regular_file(beside)) return beside.string();
  return std::nullopt;
}

std::int64_t checked(const char* option, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most) {
    throw InputError({.file = option}, fmt::format("{} is outside [1, {}]", value, most));
  }
  return value;
}

ExitCode run(const Options& options, Output& output) {
  constexpr std::int64_t most_rank = 1 << 24;
  const auto rank =
      static_cast<std::int32_t>(checked("-k", options.rank.value_or(2048), most_rank));
  const std::int64_t most_rows =
      checked("--rows", options.most_rows.value_or(4096), std::int64_t{1} << 40);
  if (!options.lengths.empty() && options.lengths.size() != options.captures.size()) {
    throw InputError({.file = "--lengths"},
                     fmt::format("names {} files for {} captures", options.lengths.size(),
                                 options.captures.size()));
  }
  std::optional<io::AtomicFile> json;
  std::optional<io::AtomicFile> html;
  if (!options.json.empty()) json.emplace(options.json);
  if (!options.html.empty()) html.emplace(options.html);
  std::vector<Study> studies;
  std::int64_t studied = 0;
  for (std::size_t each = 0; each < options.captures.size(); ++each) {
    const std::string& name = options.captures[each];
    const auto lengths = lengths_of(options, each);
    const io::ScoreFile scores(name, lengths);
    try {
      studies.push_back(
          study(scores.matrix(), rank, most_rows, std::filesystem::path(name).filename().string()));
    } catch (const reference::ContractError& error) {
      throw InputError({.file = name}, error.what());
    }
    studied += studies.back().studied;
    output.print("lengths {}\n", lengths ? "of " + *lengths : "not given: the whole width");
    if (studies.back().studied > 0) output.print("{}", study_text(studies.back()));
    if (studies.back().studied == 0) {
      output.print("SKIP: {} holds no row of 4 K = {} scores\n\n", name, 4 * std::int64_t{rank});
    }
  }
  if (json) {
    json->write(study_json(studies));
    json->commit();
  }
  if (html) {
    html->write(study_page(studies));
    html->commit();
  }
  return studied > 0 ? ExitCode::all_right : ExitCode::nothing_checked;
}

}  // namespace

Action add_study(CLI::App& command) {
  command.description("Measure on saved scores what the choice of a policy depends on");
  const auto options = std::make_shared<Options>();
  command
      .add_option("CAPTURES", options->captures,
                  "Score rows, <f4: FILE.npy or FILE.safetensors:TENSOR, one or more")
      ->required();
  command.add_option("--lengths", options->lengths,
                     "Valid lengths, one file a capture (default: NAME.lengths.npy beside "
                     "NAME.npy, else the whole width)");
  add_integer(command, "-k", options->rank, "Rank K (default: 2048)");
  add_integer(command, "--rows", options->most_rows,
              "Study at most so many rows of a capture, at equal spacing (default: 4096)");
  command.add_option("--json", options->json, "Write the numbers to this file")->type_name("FILE");
  command.add_option("--html", options->html, "Write one HTML page with plots to this file")
      ->type_name("FILE");
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
