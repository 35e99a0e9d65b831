// tailproof merge: the shards of a check run put together.
#include <fstream>
#include <memory>
#include <sstream>

#include "check_text.hpp"
#include "commands.hpp"
#include "report/report_files.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/report_json.hpp"
#include "tailproof/properties/shard.hpp"

namespace tailproof::cli {
namespace {

struct Options {
  std::vector<std::string> shards;
  std::string out;
  ReportOptions reports;
};

properties::ShardRun read_shard(const std::string& file) {
  std::ifstream in(file);
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError({.file = file}, "cannot be read");
  return properties::shard_from_json(text.str(), file);
}

CheckReport report_of(const properties::MergedRun& merged) {
  CheckReport report{.options = merged.options, .result = merged.result};
  report.min_hits = merged.min_hits;
  for (const properties::Failure& failure : merged.result.failures) {
    ReportedFailure& each = report.failures.emplace_back(ReportedFailure{failure, {}, {}, {}});
    for (const properties::StoredFailure& stored : merged.stored) {
      if (stored.property != failure.finding.property) continue;
      each.folder = stored.folder;
      each.status = stored.status;
      each.report = stored.report;
    }
  }
  for (const properties::MergedProgress& at : merged.progress) {
    report.speed.push_back({at.seconds, static_cast<double>(at.rows)});
  }
  return report;
}

ExitCode outcome(const CheckReport& report, Output& output) {
  for (const ReportedFailure& each : report.failures) {
    output.print("\n{}: property \"{}\" fails\n  {}\n  reproduce: tailproof replay {}\n",
                 properties::finding_class_name(each.failure.finding.finding_class),
                 each.failure.finding.property, each.failure.finding.detail, each.folder);
  }
  for (const ReportedFailure& each : report.failures) {
    if (each.status == properties::Status::crashed || each.status == properties::Status::hung) {
      return ExitCode::subject_failed;
    }
  }
  if (!report.failures.empty()) return ExitCode::violation;
  const auto missing = properties::shortfalls(report.result.coverage, report.min_hits);
  if (!missing.empty()) {
    output.print("\ncoverage: {} marks were hit fewer than {} times\n", missing.size(),
                 report.min_hits);
    return ExitCode::violation;
  }
  return report.result.checked_anything() ? ExitCode::all_right : ExitCode::nothing_checked;
}

ExitCode run(const Options& options, Output& output) {
  io::AtomicFile json(options.out);
  ReportFiles files(options.reports);
  std::vector<properties::ShardRun> shards;
  for (const std::string& file : options.shards) shards.push_back(read_shard(file));
  const properties::MergedRun merged = properties::merge_shards(shards);
  CheckReport report = report_of(merged);
  output.print("{}: seed {}, {} shards, {} cases, {} rows, {} refused\n\n", merged.options.subject,
               merged.options.seed, shards.size(), merged.result.cases, merged.result.rows,
               merged.result.refused_cases);
  print_properties(merged.result, output);
  if (report.failures.empty()) print_coverage(merged.result.coverage, merged.min_hits, output);
  const ExitCode code = outcome(report, output);
  std::vector<std::string> folders;
  for (const ReportedFailure& each : report.failures) folders.push_back(each.folder);
  json.write(properties::report_json(merged.options, merged.result, merged.min_hits, folders));
  json.commit();
  files.write(report);
  return code;
}

}  // namespace

Action add_merge(CLI::App& command) {
  command.description("Put the shards of a check run together: the result of the run in one piece");
  const auto options = std::make_shared<Options>();
  command
      .add_option("SHARDS", options->shards, "What check --shard I/N --json wrote, all N of them")
      ->required();
  command.add_option("-o,--out", options->out, "Write the results to this file")
      ->type_name("FILE")
      ->required();
  options->reports.add_to(command);
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
