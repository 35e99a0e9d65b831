// tailproof explain: what the reference did with a row, phase by phase.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "commands.hpp"
#include "explain_text.hpp"
#include "report/row_page.hpp"
#include "route_summary.hpp"
#include "row_inputs.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof/reference/selector.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  RowInputs inputs;
  PolicyOption policy;
  std::optional<std::int64_t> row;
  bool all = false;
  bool json = false;
  bool summary = false;
  std::string html;
};

/// First row and one past the last row to explain.
struct Rows {
  std::int64_t begin;
  std::int64_t end;
};

Rows chosen_rows(const Options& options, std::int64_t rows) {
  if (options.all || options.summary) return {0, rows};
  const std::int64_t row = options.row.value_or(0);
  if (row < 0 || row >= rows) {
    throw InputError({.file = "--row"}, fmt::format("row {} is outside [0, {}]", row, rows - 1));
  }
  return {row, row + 1};
}

ExitCode run(const Options& options, Output& output) {
  const reference::Policy policy = options.policy.policy();
  const io::ScoreFile scores = options.inputs.open();
  const reference::ScoreMatrix matrix = scores.matrix();
  const std::int32_t rank = options.inputs.checked_rank(matrix);
  const Rows rows = chosen_rows(options, matrix.rows());
  if (!options.json) {
    output.print("{}: {} rows of {} scores, K = {}\npolicy {}\n\n", scores.name(), matrix.rows(),
                 matrix.width, rank, reference::to_string(policy));
  }
  std::optional<io::AtomicFile> html;
  if (!options.html.empty()) html.emplace(options.html);
  RouteSummary summary;
  std::vector<std::int32_t> indices(static_cast<std::size_t>(rank));
  options.inputs.naming_scores([&] {
    reference::Selector selector(policy, rank);
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      reference::Trace trace;
      selector.select(matrix.valid(row), row, indices, &trace);
      if (options.summary) {
        summary.add(trace);
      } else if (html) {
        Output account;
        print_account(trace, policy, account);
        output.print("{}", account.text());
        html->write(row_page(std::filesystem::path(scores.name()).filename().string(),
                             matrix.valid(row), trace, policy, account.text()));
      } else if (options.json) {
        output.print("{}\n", io::to_json(trace));
      } else {
        print_account(trace, policy, output);
      }
    }
  });
  if (options.summary) summary.print(output);
  if (html) html->commit();
  return ExitCode::all_right;
}

}  // namespace

Action add_explain(CLI::App& command) {
  command.description("Tell how the reference selects a row: boundary, route, rounds, reads");
  const auto options = std::make_shared<Options>();
  options->inputs.add_to(command);
  options->policy.add_to(command);
  CLI::Option* const row =
      add_integer(command, "--row", options->row, "Explain this row, counted from 0 (default: 0)");
  CLI::Option* const all = command.add_flag("--all", options->all, "Explain every row");
  CLI::Option* const json =
      command.add_flag("--json", options->json, "One JSON object per row, one a line");
  command
      .add_flag("--summary", options->summary,
                "Instead of rows, one table over all: routes, sizes, reads")
      ->excludes(json)
      ->excludes(row);
  row->excludes(all);
  command.add_option("--html", options->html, "Draw the row of --row on one HTML page, this file")
      ->type_name("FILE")
      ->excludes(all)
      ->excludes(json)
      ->excludes(command.get_option("--summary"));
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
