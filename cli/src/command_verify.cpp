// tailproof verify: judge anyone's indices with the oracle.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "commands.hpp"
#include "row_inputs.hpp"
#include "subjects.hpp"
#include "tailproof/properties/variant/prior_oracle.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/oracle.hpp"

namespace tailproof::cli {
namespace {

// So many scores are worth starting a device for, where nobody asked for it.
constexpr std::int64_t worth_a_device = std::int64_t{1} << 26;
// Rows are judged beside the host in parts of about so many scores.
constexpr std::int64_t scores_of_a_part = std::int64_t{1} << 28;

struct Options {
  RowInputs inputs;
  std::string indices;
  std::string prior_oracle;
};

// The oracle to be asked first, or null.
std::unique_ptr<properties::PriorOracle> prior_oracle(const Options& options,
                                                      const reference::ScoreMatrix& matrix) {
  if (options.prior_oracle == "none") return nullptr;
  const bool is_asked_for = !options.prior_oracle.empty();
  if (!is_asked_for && matrix.rows() * matrix.pitch < worth_a_device) return nullptr;
  const std::string path =
      is_asked_for ? options.prior_oracle : properties::find_prior_oracle(this_tool());
  if (path.empty()) return nullptr;
  auto oracle = std::make_unique<properties::PriorOracle>(path);
  try {
    oracle->begin();
  } catch (const properties::SubjectUnavailable&) {
    if (is_asked_for) throw;
    return nullptr;
  }
  return oracle;
}

// What the oracle beside the host accepts is accepted; the host's judges the rest.
reference::Verdict judge(properties::PriorOracle& before, const reference::ScoreMatrix& matrix,
                         std::int32_t rank, std::span<const std::int32_t> indices) {
  reference::require_shape(matrix, rank);
  reference::Verdict verdict;
  reference::Oracle oracle(rank);
  const std::int64_t part =
      std::max<std::int64_t>(1, scores_of_a_part / std::max<std::int64_t>(1, matrix.pitch));
  for (std::int64_t first = 0; first < matrix.rows(); first += part) {
    const std::int64_t count = std::min(part, matrix.rows() - first);
    reference::ScoreMatrix rows = matrix;
    rows.scores += first * matrix.pitch;
    rows.lengths =
        matrix.lengths.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    const auto answers = indices.subspan(static_cast<std::size_t>(first * rank));
    const auto judged = before.judge(rows, rank, answers, rank);
    for (std::int64_t row = 0; row < count; ++row) {
      if (judged[static_cast<std::size_t>(row)].outcome == TAILPROOF_ROW_ACCEPTED) {
        ++verdict.rows;
        continue;
      }
      reference::require_no_nan(matrix.valid(first + row), first + row);
      verdict += oracle.judge_row(
          matrix.valid(first + row), first + row,
          answers.subspan(static_cast<std::size_t>(row * rank), static_cast<std::size_t>(rank)));
    }
  }
  return verdict;
}

ExitCode run(const Options& options, Output& output) {
  const io::ScoreFile scores = options.inputs.open();
  const reference::ScoreMatrix matrix = scores.matrix();
  const std::int32_t rank = options.inputs.checked_rank(matrix);
  const io::ArrayFile indices = io::open_indices(options.indices, matrix.rows(), rank);
  const reference::Verdict verdict = options.inputs.naming_scores([&] {
    const auto before = prior_oracle(options, matrix);
    return before ? judge(*before, matrix, rank, indices.int32s())
                  : reference::Oracle(rank).judge(matrix, indices.int32s());
  });
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
  command
      .add_option(
          "--prior-oracle", options->prior_oracle,
          "Library of the oracle that is asked first, see tailproof check; none: the host's "
          "alone (default: from 64 Mi scores on, the one beside this tool)")
      ->type_name("LIBRARY");
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
