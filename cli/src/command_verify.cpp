// tailproof verify: judge anyone's indices with the oracle.
#include <memory>

#include "commands.hpp"
#include "row_inputs.hpp"
#include "tailproof/reference/oracle.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  RowInputs inputs;
  std::string indices;
};

ExitCode run(const Options& options, Output& output) {
  const io::ScoreFile scores = options.inputs.open();
  const reference::ScoreMatrix matrix = scores.matrix();
  const std::int32_t rank = options.inputs.checked_rank(matrix);
  const io::ArrayFile indices = io::open_indices(options.indices, matrix.rows(), rank);
  const reference::Verdict verdict = options.inputs.naming_scores(
      [&] { return reference::Oracle(rank).judge(matrix, indices.int32s()); });
  output.print("{}", reference::to_string(verdict));
  return verdict.accepted() ? ExitCode::all_right : ExitCode::violation;
}

}  // namespace

Action add_verify(CLI::App& command) {
  command.description("Judge indices against the scores: exact, set-valued, every row");
  const auto options = std::make_shared<Options>();
  options->inputs.add_to(command);
  command
      .add_option("INDICES", options->indices, "Indices to judge: .npy, <i4, rows x K, -1 for none")
      ->required();
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
