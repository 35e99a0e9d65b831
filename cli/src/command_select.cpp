// tailproof select: indices of an exact Top-K by the CPU reference.
#include <memory>
#include <vector>

#include "commands.hpp"
#include "row_inputs.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/reference/selector.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  RowInputs inputs;
  PolicyOption policy;
  std::string out;
};

ExitCode run(const Options& options) {
  const reference::Policy policy = options.policy.policy();
  const io::ScoreFile scores = options.inputs.open();
  const reference::ScoreMatrix matrix = scores.matrix();
  const std::int32_t rank = options.inputs.checked_rank(matrix);
  const auto rows = static_cast<std::uint64_t>(matrix.rows());
  // Row by row, so that memory does not grow with the number of rows.
  io::NpyWriter writer(options.out, io::ElementType::int32,
                       {rows, static_cast<std::uint64_t>(rank)});
  std::vector<std::int32_t> indices(static_cast<std::size_t>(rank));
  options.inputs.naming_scores([&] {
    reference::Selector selector(policy, rank);
    for (std::int64_t row = 0; row < matrix.rows(); ++row) {
      selector.select(matrix.valid(row), row, indices);
      writer.append(std::span<const std::int32_t>(indices));
    }
  });
  writer.commit();
  return ExitCode::all_right;
}

}  // namespace

Action add_select(CLI::App& command) {
  command.description("Select the Top-K of every row with the CPU reference");
  const auto options = std::make_shared<Options>();
  options->inputs.add_to(command);
  options->policy.add_to(command);
  command
      .add_option("-o,--out", options->out,
                  "Where to write the indices: .npy, <i4, rows x K, -1 after the valid ones")
      ->required();
  return [options](Output&) { return run(*options); };
}

}  // namespace tailproof::cli
