// tailproof faults: the default suite against a catalogue of faulty selectors.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "commands.hpp"
#include "faults_json.hpp"
#include "faults_pool.hpp"
#include "subject_options.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/input_error.hpp"

namespace tailproof::cli {
namespace {

// Pipes and processes of more would serve no machine.
constexpr std::uint64_t most_jobs = 256;

struct Options {
  std::vector<std::string> faults;
  std::string library;
  std::string seeds = "1";
  std::string first_seed = "1";
  std::string budget = "60s";
  std::string shrink_budget = "5s";
  std::string exact_cases = "256";
  std::string jobs;
  std::string json;
  bool list = false;
};

template <class Value>
Value median(std::vector<Value> values) {
  if (values.empty()) return Value{};
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string killers(const FaultTrial& trial) {
  std::set<std::string> names;
  for (const Kill& kill : trial.kills) {
    if (kill.killed) names.insert(kill.property);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

std::size_t killed_seeds(const FaultTrial& trial) {
  return static_cast<std::size_t>(std::count_if(trial.kills.begin(), trial.kills.end(),
                                                [](const Kill& kill) { return kill.killed; }));
}

template <class Of>
auto median_of(const FaultTrial& trial, Of of) {
  std::vector<decltype(of(trial.kills[0]))> values;
  for (const Kill& kill : trial.kills) values.push_back(of(kill));
  return median(values);
}

void print_header(Output& output) {
  output.print("{:<32} {:<16} {:>7} {:>7} {:>7} {:>7} {:>7} {:>5}  {}\n", "selector", "modelled on",
               "killed", "cases", "rows", "s", "L", "K", "by");
}

void print_trial(const FaultTrial& trial, Output& output) {
  const Kill& first = trial.kills.front();
  const bool shrunk = first.rows_left > 0;
  output.print("{:<32} {:<16} {:>7} {:>7} {:>7} {:>7.2f} {:>7} {:>5}  {}\n", trial.entry.name,
               trial.entry.exact() ? "(exact)" : trial.entry.modelled_on,
               std::to_string(killed_seeds(trial)) + "/" + std::to_string(trial.kills.size()),
               median_of(trial, [](const Kill& k) { return k.cases; }),
               median_of(trial, [](const Kill& k) { return k.rows; }),
               median_of(trial, [](const Kill& k) { return k.seconds; }),
               shrunk ? std::to_string(first.length) : "-",
               shrunk ? std::to_string(first.rank) : "-", killers(trial));
}

void print_totals(const std::vector<FaultTrial>& trials, Output& output) {
  std::size_t faults = 0;
  std::size_t killed = 0;
  std::size_t exact = 0;
  std::size_t survived = 0;
  std::vector<double> seconds;
  std::vector<std::int64_t> beyond;
  for (const FaultTrial& trial : trials) {
    if (trial.entry.exact()) {
      ++exact;
      survived += trial.right() ? 1 : 0;
      continue;
    }
    ++faults;
    killed += trial.right() ? 1 : 0;
    for (const Kill& kill : trial.kills) {
      if (kill.killed) seconds.push_back(kill.seconds);
      if (kill.rows_left > 0) beyond.push_back(kill.length - kill.rank);
    }
  }
  output.print(
      "\n{} faults, {} killed by every seed; median time to kill {:.3f} s, median shrunk length "
      "K + {}\n{} exact selectors, {} survive every seed\n",
      faults, killed, median(seconds), median(beyond), exact, survived);
  for (const FaultTrial& trial : trials) {
    if (trial.right()) continue;
    for (const Kill& kill : trial.kills) {
      if (kill.killed != trial.entry.exact()) continue;
      output.print("{}: {} (seed {}, {} cases{})\n",
                   trial.entry.exact() ? "FALSE ALARM" : "SURVIVES", trial.entry.name, kill.seed,
                   kill.cases, kill.killed ? ", by " + kill.property + ": " + kill.detail : "");
    }
  }
}

// As rows of the tables in docs/faults.md.
void print_entries(const std::vector<CatalogueEntry>& entries, Output& output) {
  for (const CatalogueEntry& entry : entries) {
    output.print("| {} | {} | {} |\n", entry.name, entry.exact() ? "-" : entry.modelled_on,
                 entry.summary);
  }
}

ExitCode run(const Options& options, Output& output) {
  TrialOptions trial;
  trial.seeds = number_of("--seeds", options.seeds);
  if (trial.seeds == 0) throw InputError({.file = "--seeds"}, "must be at least 1");
  trial.first_seed = number_of("--seed", options.first_seed);
  trial.budget_seconds = seconds_of("--budget", options.budget);
  trial.shrink_seconds = seconds_of("--shrink-budget", options.shrink_budget);
  trial.exact_cases = number_of("--exact-cases", options.exact_cases);
  const std::uint64_t jobs = options.jobs.empty()
                                 ? std::max(1u, std::thread::hardware_concurrency())
                                 : number_of("--jobs", options.jobs);
  if (jobs < 1 || jobs > most_jobs) {
    throw InputError({.file = "--jobs"}, "must be in [1, " + std::to_string(most_jobs) + "]");
  }
  const Catalogue catalogue = load_catalogue(options.library);
  const std::vector<CatalogueEntry> entries = chosen_entries(catalogue, options.faults);
  if (options.list) {
    print_entries(entries, output);
    return ExitCode::all_right;
  }
  std::optional<io::AtomicFile> json;
  if (!options.json.empty()) json.emplace(options.json);

  print_header(output);
  const std::vector<FaultTrial> trials =
      try_entries(catalogue, entries, trial, static_cast<std::size_t>(jobs),
                  [&](const FaultTrial& each) { print_trial(each, output); });
  print_totals(trials, output);
  if (json) {
    json->write(matrix_of(trials));
    json->commit();
  }
  const bool right = std::all_of(trials.begin(), trials.end(),
                                 [](const FaultTrial& each) { return each.right(); });
  return right ? ExitCode::all_right : ExitCode::violation;
}

}  // namespace

Action add_faults(CLI::App& command) {
  command.description("Put the suite to a catalogue of faulty selectors: the kill matrix");
  const auto options = std::make_shared<Options>();
  command.add_option("--faults", options->faults, "These faults or families of faults only")
      ->delimiter(',');
  command.add_option("--library", options->library, "The catalogue (default: the one built here)")
      ->type_name("LIBRARY");
  command.add_option("--seeds", options->seeds, "Runs of each, by seed")
      ->type_name("NUMBER")
      ->capture_default_str();
  command.add_option("--seed", options->first_seed, "The first of the seeds")
      ->capture_default_str();
  command.add_option("--budget", options->budget, "Time to kill a fault, for each seed")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--exact-cases", options->exact_cases, "Cases that exact selectors survive")
      ->type_name("NUMBER")
      ->capture_default_str();
  command
      .add_option("--shrink-budget", options->shrink_budget, "Time to shrink the first seed's find")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_flag("--list", options->list, "Print the catalogue and try nothing");
  command.add_option("--jobs", options->jobs, "Faults tried side by side (default: processors)")
      ->type_name("NUMBER");
  command.add_option("--json", options->json, "Write the matrix to this file")->type_name("FILE");
  return [options](Output& output) { return run(*options, output); };
}

}  // namespace tailproof::cli
