// tailproof check: a subject over drawn cases, every property, shrunk failures.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

#include "check_text.hpp"
#include "commands.hpp"
#include "progress_line.hpp"
#include "report/report_files.hpp"
#include "subject_options.hpp"
#include "subjects.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/case_text.hpp"
#include "tailproof/properties/replay.hpp"
#include "tailproof/properties/report_json.hpp"
#include "tailproof/properties/shard.hpp"
#include "tailproof/properties/small_world.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace tailproof::cli {
namespace {

constexpr std::uint64_t default_min_hits = 100;

struct Options {
  properties::CheckOptions check;
  ShrinkOptionsText shrink;
  properties::InvestigateOptions investigating;
  std::string budget = "60s";
  std::string seed = "1";
  std::string policy;
  std::string json;
  std::string shard;
  ReportOptions reports;
  std::string store = ".tailproof";
  // Numbers are read by number_of(): the library takes -1 for 2^64 - 1.
  std::string cases;
  std::string min_hits_text;
  std::optional<std::uint64_t> min_hits;
  int threads = 0;
  bool small_world = false;
  bool no_replay = false;
};

// The worst of two outcomes: a dead subject says more than a wrong one.
ExitCode worse(ExitCode a, ExitCode b) {
  return std::max(a, b);
}

/// Cases that failed before come first; those that pass now are moved aside.
ExitCode replay_stored(const Options& options, const properties::CaseStore& store, Output& output) {
  ExitCode code = ExitCode::all_right;
  for (const auto& [run, path] : properties::replay_pending(store, options.check.subject)) {
    const std::string folder = path.string();
    if (!run.why_not.empty()) {
      output.print("SKIP: {} is not replayed: {}\n", folder, run.why_not);
    } else if (run.passes()) {
      output.print("passes now: moved to {}\n", folder);
    } else {
      output.print("still failing: {}\n{}\n", folder, properties::case_text(run.report));
      code = worse(code, exit_code_of(run.report));
    }
  }
  return code;
}

ExitCode report_case(const properties::CaseReport& report, const properties::CaseStore& store,
                     std::string& folder, Output& output) {
  folder = store.save(report).string();
  output.print("\n{}reproduce: tailproof replay {}\n", properties::case_text(report), folder);
  if (!properties::python_reproducer(report).empty()) {
    output.print(
        "           python3 {0}/reproduce.py\n"
        "           c++ -std=c++20 {0}/reproduce.cpp -o reproduce && ./reproduce\n",
        folder);
  }
  output.print("           rows, lengths, picks: {}/*.npy\n", folder);
  return exit_code_of(report);
}

/// One fault breaks many properties: where to begin, at the end, where the eye rests.
void print_where_to_begin(const CheckReport& report, Output& output) {
  if (report.failures.size() < 2) return;
  const auto contract =
      std::find_if(report.failures.begin(), report.failures.end(),
                   [](const auto& each) { return each.failure.finding.property == "contract"; });
  const ReportedFailure& first =
      contract == report.failures.end() ? report.failures.front() : *contract;
  output.print("\n{} properties fail; begin with \"{}\": tailproof replay {}\n",
               report.failures.size(), first.failure.finding.property, first.folder);
}

ExitCode run_small_world(const Options& options, const properties::CaseStore& store,
                         Output& output) {
  const auto subject = properties::make_subject(options.check.subject);
  const properties::SmallWorldResult result =
      properties::check_small_world(*subject, {6, options.check.threads});
  output.print("small world of {}: {} rows, {} selections, {} wrong, {} calls refused, {:.1f} s\n",
               options.check.subject, result.rows, result.selections, result.wrong, result.refused,
               result.seconds);
  if (result.first_wrong) {
    properties::Judge judge(subject->clone());
    std::string folder;
    const auto report =
        properties::investigate(*result.first_wrong, judge,
                                *properties::find_property(result.broken), options.investigating);
    return report_case(report, store, folder, output);
  }
  return result.selections == 0 ? ExitCode::nothing_checked : ExitCode::all_right;
}

/// "I/N". Throws InputError.
properties::Shard shard_of(const std::string& text) {
  const auto slash = text.find('/');
  const std::uint64_t number = number_of("--shard", text.substr(0, slash));
  const std::uint64_t of =
      number_of("--shard", slash == std::string::npos ? "" : text.substr(slash + 1));
  if (number < 1 || number > of || of > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError({.file = "--shard"}, "expected I/N with 1 <= I <= N, got " + printable(text));
  }
  return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(of)};
}

/// What --json holds: the result, or the part that tailproof merge puts together with others.
std::string json_of(const Options& options, const CheckReport& report,
                    std::vector<std::pair<std::uint64_t, properties::CheckResult>> blocks) {
  if (options.shard.empty()) {
    std::vector<std::string> folders;
    for (const ReportedFailure& each : report.failures) folders.push_back(each.folder);
    return properties::report_json(report.options, report.result, report.min_hits, folders);
  }
  properties::ShardRun shard;
  shard.version = TAILPROOF_VERSION;
  shard.options = report.options;
  shard.min_hits = report.min_hits;
  shard.totals = report.result;
  shard.blocks = std::move(blocks);
  for (const ReportedFailure& each : report.failures) {
    shard.stored.push_back(
        {std::string(each.failure.finding.property), each.folder, each.status, each.report});
  }
  return properties::to_json(shard);
}

ExitCode run_cases(const Options& options, const properties::CaseStore& store, Output& output) {
  const properties::CheckOptions& check = options.check;
  // Before the run: what cannot be written shall not be found out after an hour.
  std::optional<io::AtomicFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  ReportFiles files(options.reports);
  ProgressLine line;
  CheckReport report{.options = check};
  std::vector<std::pair<std::uint64_t, properties::CheckResult>> blocks;
  report.result = properties::run_check(check, [&](const properties::Progress& progress) {
    line.show(progress);
    report.speed.push_back({progress.seconds, static_cast<double>(progress.rows)});
    if (options.shard.empty()) return;
    blocks.emplace_back(progress.block, *progress.result);
    blocks.back().second.seconds = progress.seconds;
  });
  const properties::CheckResult& result = report.result;
  // Marks are demanded of the default mix, which is made to reach them all.
  const bool narrowed = check.cases || options.budget != "60s" || !options.policy.empty() ||
                        !check.sampler.families.empty() || !check.sampler.ranks.empty() ||
                        !result.failures.empty();
  report.min_hits = options.min_hits.value_or(narrowed ? 0 : default_min_hits);
  const std::uint64_t min_hits = report.min_hits;
  output.print("{}: seed {}, {} cases, {} rows, {} refused, {:.1f} s, {:.0f} rows/s\n\n",
               check.subject, check.seed, result.cases, result.rows, result.refused_cases,
               result.seconds, result.rows_per_second());
  print_properties(result, output);
  for (const std::string& family : result.left_out) output.print("SKIP family {}\n", family);
  // What a run reached before it ended at a failure tells nothing about the mix.
  if (result.failures.empty()) print_coverage(result.coverage, min_hits, output);

  ExitCode code = ExitCode::all_right;
  if (!result.checked_anything()) {
    output.print(
        "\nnothing was checked: no case held anything that these properties speak about\n");
    code = ExitCode::nothing_checked;
  }
  if (!result.failures.empty()) code = ExitCode::violation;
  for (const properties::Failure& failure : result.failures) {
    properties::Judge judge(properties::make_subject(check.subject));
    ReportedFailure& each = report.failures.emplace_back(ReportedFailure{failure, {}, {}, {}});
    each.report = properties::investigate(failure, judge, options.investigating);
    each.status = each.report->status;
    code = worse(code, report_case(*each.report, store, each.folder, output));
  }
  print_where_to_begin(report, output);
  const auto missing = properties::shortfalls(result.coverage, min_hits);
  // A shard cannot tell: what it lacks another may have.
  if (result.failures.empty() && !missing.empty() && options.shard.empty()) {
    output.print("\ncoverage: {} marks were hit fewer than {} times\n", missing.size(), min_hits);
    code = worse(code, ExitCode::violation);
  }
  if (json) {
    json->write(json_of(options, report, std::move(blocks)));
    json->commit();
  }
  files.write(report);
  return code;
}

ExitCode run(Options options, Output& output) {
  properties::CheckOptions& check = options.check;
  options.investigating = options.shrink.options();
  check.seed = number_of("--seed", options.seed);
  if (!options.cases.empty()) check.cases = number_of("--cases", options.cases);
  if (!options.min_hits_text.empty()) {
    options.min_hits = number_of("--min-hits", options.min_hits_text);
  }
  check.budget_seconds = seconds_of("--budget", options.budget);
  if (!options.shard.empty()) {
    check.shard = shard_of(options.shard);
    if (!check.cases || options.json.empty() || options.small_world) {
      throw InputError({.file = "--shard"},
                       "needs --cases, the number of all shards together, and "
                       "--json, for tailproof merge");
    }
  }
  const ReportOptions& reports = options.reports;
  if (options.small_world && !(options.json + reports.junit + reports.tap + reports.html).empty()) {
    throw InputError({.file = "--small-world"}, "prints what it finds; it writes no report");
  }
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  check.threads = options.threads > 0 ? options.threads : static_cast<int>(cores);
  if (!options.policy.empty()) check.sampler.policy = reference::parse_policy(options.policy);
  check.sampler.out_of_contract = check.sampler.families.empty();
  check.laws_per_case = check.properties.empty() ? check.laws_per_case : -1;
  const properties::CaseStore store(options.store);
  const ExitCode before =
      options.no_replay ? ExitCode::all_right : replay_stored(options, store, output);
  const ExitCode now = options.small_world ? run_small_world(options, store, output)
                                           : run_cases(options, store, output);
  return now == ExitCode::nothing_checked && before == ExitCode::all_right ? now
         : now == ExitCode::nothing_checked                                ? before
                                                                           : worse(before, now);
}

}  // namespace

Action add_check(CLI::App& command) {
  command.description("Check a selector: drawn cases, every property, failures shrunk to a row");
  const auto options = std::make_shared<Options>();
  properties::CheckOptions& check = options->check;
  command.add_option("--subject", check.subject, "What to check; see tailproof list")
      ->capture_default_str();
  add_subject_options(command, check.subject);
  command.add_option("--cases", options->cases, "Stop after so many cases")->type_name("NUMBER");
  command.add_option("--budget", options->budget, "Without --cases: stop after this time")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--seed", options->seed, "Seed of the run")->capture_default_str();
  command.add_option("--families", check.sampler.families, "Draw from these families only")
      ->delimiter(',');
  command.add_option("--ranks", check.sampler.ranks, "Draw K from these only")
      ->delimiter(',')
      ->check(CLI::Range(1, std::numeric_limits<std::int32_t>::max()));
  command.add_option("--properties", check.properties, "Check these properties only, in each case")
      ->delimiter(',');
  command.add_option("--policy", options->policy, "Draw cases for this policy only");
  command.add_option("--max-length", check.sampler.max_length, "Greatest row length")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--laws", check.laws_per_case,
                  "Related calls put to each case; -1: every law (default: 2, or every law "
                  "with --properties)")
      ->check(CLI::Range(-1, 1000));
  command.add_option("--threads", options->threads, "Threads (default: one a core)")
      ->check(CLI::Range(1, 256));
  command
      .add_option("--min-hits", options->min_hits_text,
                  "Fail when a mark is hit less often (default: 100 where no option narrows the "
                  "mix or its time, else 0)")
      ->type_name("NUMBER");
  command.add_option("--json", options->json, "Write the results to this file")->type_name("FILE");
  options->reports.add_to(command);
  command
      .add_option("--shard", options->shard,
                  "Check part I of N equal parts of the cases; --json is then for tailproof merge")
      ->type_name("I/N");
  command.add_option("--store", options->store, "Folder of failing cases")->capture_default_str();
  command.add_flag("--no-replay", options->no_replay, "Do not replay stored cases first");
  command.add_flag("--small-world", options->small_world,
                   "Instead of drawn cases: every row of length 6 or less over seven values");
  options->shrink.add_to(command);
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
