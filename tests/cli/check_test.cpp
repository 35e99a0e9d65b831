// tailproof check and list as users run them: exit codes, stored cases, what is demanded and
// counted.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "failing_case.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;

namespace {

using Json = nlohmann::ordered_json;

// What a run wrote, without what the clock and the thread count decide.
std::string results_of(const std::string& file) {
  Json json = Json::parse(slurp(file));
  json.erase("timings");
  json.erase("case_folders");
  return json.dump();
}

// The tally of one property in the results.
Json tally_of(const std::string& file, const std::string& property) {
  const Json json = Json::parse(slurp(file));
  for (const Json& each : json["properties"]) {
    if (each["name"] == property) return each;
  }
  return {};
}

}  // namespace

TEST_CASE("a right subject passes, and the table of routes and marks is shown and written") {
  const TempFolder folder;
  const std::string json = folder / "results.json";
  const ToolRun run = run_tool(check("reference", folder, {"--cases", "300", "--json", json}));
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(holds(run.out, "reference: seed 1, 300 cases"));
  CHECK(holds(run.out, "rows: family x route"));
  CHECK(holds(run.out, "segment-seam-straddled"));
  const Json results = Json::parse(slurp(json));
  CHECK(results["failures"].empty());
  CHECK(results["coverage"]["families"].size() > 10);
  CHECK(results["coverage"]["families"]["plateau"].contains("exact-after-band"));
  CHECK(results["coverage"]["marks"].size() > 20);
  CHECK(tally_of(json, "contract")["cases"].get<int>() > 200);
  // What cannot be held against the reference says so, and is not counted as checked.
  CHECK(tally_of(json, "values")["not_checked"] == "nothing guards the subject's calls");
  CHECK(tally_of(json, "values")["cases"] == 0);
  CHECK(folder.names() == std::vector<std::string>{"results.json"});
}

TEST_CASE("a seed gives the same results for any number of threads, and another seed others") {
  const TempFolder folder;
  for (const char* const subject : {"reference", "planted:half-ties"}) {
    std::vector<std::string> results;
    for (const auto& [threads, seed] : std::vector<std::pair<const char*, const char*>>{
             {"1", "7"}, {"2", "7"}, {"5", "7"}, {"1", "8"}}) {
      const std::string json = folder / "results.json";
      const ToolRun run = run_tool(check(subject, folder,
                                         {"--cases", "200", "--threads", threads, "--seed", seed,
                                          "--shrink-candidates", "0", "--json", json}));
      CHECK(run.code == (std::string(subject) == "reference" ? 0 : 1));
      results.push_back(results_of(json));
    }
    CHECK(results[0] == results[1]);
    CHECK(results[0] == results[2]);
    CHECK(results[0] != results[3]);
  }
}

TEST_CASE("a mark that is hit too rarely fails the run and is named") {
  const TempFolder folder;
  const std::string json = folder / "results.json";
  const ToolRun run =
      run_tool(check("reference", folder, {"--cases", "40", "--min-hits", "30", "--json", json}));
  CHECK(run.code == 1);
  CHECK(holds(run.out, "marks were hit fewer than 30 times"));
  CHECK(holds(run.out, " SHORT"));
  const Json results = Json::parse(slurp(json));
  CHECK(results["coverage"]["min_hits"] == 30);
  CHECK_FALSE(results["coverage"]["short_of_min_hits"].empty());
  CHECK(run_tool(check("reference", folder, {"--cases", "40", "--min-hits", "0"})).code == 0);
}

TEST_CASE("a finding is shrunk, shown with keys and bins, and stored whole") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  CHECK(found.run.code == 1);
  CHECK(holds(found.run.out, "violation: property \"contract\" fails for planted:overflow-drop"));
  CHECK(holds(found.run.out, "fails in 5 of 5 runs; shrunk with"));
  CHECK(holds(found.run.out, "(minimal)"));
  CHECK(holds(found.run.out, "position            score               hex         key   bin"));
  CHECK(holds(found.run.out, "departs from the reference first in admission"));
  CHECK(holds(found.run.out, "reproduce: tailproof replay " + found.path));
  for (const char* const file :
       {"manifest.json", "scores.npy", "lengths.npy", "picks.npy", "expected.npy", "report.txt",
        "trace.subject.jsonl", "trace.reference.jsonl", "reproduce.py", "reproduce.cpp"}) {
    INFO(file);
    CHECK(std::filesystem::file_size(found.path + "/" + file) > 0);
  }
  // A row that fits on the screen: a handful of scores.
  CHECK(std::filesystem::file_size(found.path + "/scores.npy") < 160);
}

TEST_CASE("a stored case is replayed first, and moved aside once it passes") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  const ToolRun again = run_tool(check("planted:overflow-drop", folder, {"--cases", "1"}));
  CHECK(again.code == 1);
  CHECK(again.out.starts_with("still failing: " + found.path));
  CHECK(holds(again.out, "not shrunk"));
  CHECK(std::filesystem::exists(found.path));
  // Another subject's cases are left alone.
  const ToolRun other = run_tool(check("planted:none", folder, {"--cases", "1"}));
  CHECK(other.code == 0);
  CHECK(std::filesystem::exists(found.path));

  found.edit("\"planted:overflow-drop\"", "\"planted:none\"");  // as if it had been mended
  const ToolRun mended = run_tool(check("planted:none", folder, {"--cases", "1"}));
  CHECK(mended.code == 0);
  const std::string aside = folder / ("cases/passed/" + found.name);
  CHECK(mended.out.starts_with("passes now: moved to " + aside));
  CHECK_FALSE(std::filesystem::exists(found.path));
  CHECK(std::filesystem::exists(aside + "/manifest.json"));
  CHECK(run_tool(check("planted:none", folder, {"--cases", "1"})).out.find("passes now") ==
        std::string::npos);
}

TEST_CASE("check --no-replay leaves stored cases alone") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  found.edit("\"planted:overflow-drop\"", "\"planted:none\"");
  const ToolRun run = run_tool(check("planted:none", folder, {"--cases", "1", "--no-replay"}));
  CHECK(run.code == 0);
  CHECK(run.out.starts_with("planted:none: seed 1"));
  CHECK(std::filesystem::exists(found.path));
}

TEST_CASE("a subject that dies gives exit code 4, and the crash is shrunk like any failure") {
  const TempFolder folder;
  const ToolRun run =
      run_tool(check("planted:crash-on-inf", folder,
                     {"--cases", "200", "--families", "infinities", "--properties", "survives"}));
  CHECK(run.code == 4);
  CHECK(holds(run.out, "property \"survives\" fails"));
  CHECK(holds(run.out, "row 0: L = 1, K = 1"));
}

TEST_CASE("findings outside the contract are a class of their own") {
  const TempFolder folder;
  const std::string json = folder / "results.json";
  const ToolRun run = run_tool(check("planted:nan-wild-index", folder,
                                     {"--cases", "200", "--families", "nan-rows", "--json", json}));
  CHECK(run.code == 1);
  CHECK(holds(run.out, "out-of-contract robustness: property \"robustness\" fails"));
  CHECK(tally_of(json, "robustness")["robustness_findings"].get<int>() > 0);
  CHECK(tally_of(json, "robustness")["violations"] == 0);
  CHECK(tally_of(json, "contract")["violations"] == 0);
}

TEST_CASE("another choice of ties is counted as a legal variation, not as a violation") {
  const TempFolder folder;
  const std::string json = folder / "results.json";
  const ToolRun run = run_tool(check("planted:tie-order", folder,
                                     {"--cases", "100", "--families", "plateau", "--properties",
                                      "repeated,contract", "--json", json}));
  CHECK(run.code == 0);
  CHECK(tally_of(json, "repeated")["legal_variations"].get<int>() > 0);
  CHECK(tally_of(json, "repeated")["violations"] == 0);
}

TEST_CASE("a flaky failure is told with its rate and left as it is") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:every-other-call");
  CHECK(found.run.code == 1);
  CHECK(holds(found.run.out, "FLAKY: fails in "));
  CHECK(holds(found.run.out, "not shrunk"));
  // Its rate is kept, so that replaying runs it often enough to see it.
  CHECK(run_tool({"replay", found.path}).code == 1);
}

TEST_CASE("where nothing could be checked the exit code is 3, and the run says so") {
  const TempFolder folder;
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--cases", "5", "--properties", "values"},
        {"--cases", "0"},
        {"--cases", "20", "--families", "iid", "--properties", "robustness"}}) {
    const ToolRun run = run_tool(check("reference", folder, options));
    INFO(run.out);
    CHECK(run.code == 3);
    CHECK(holds(run.out, "nothing was checked"));
  }
}

TEST_CASE("check refuses options that mean nothing before it checks anything") {
  const TempFolder folder;
  const std::string file = folder.file("file", "x");
  struct Refused {
    std::vector<std::string> options;
    std::string expected;
  };
  for (const Refused& refused : std::vector<Refused>{
           {{"--subject", "nonsense"}, "nonsense"},
           {{"--subject", "planted:nonsense"}, "nonsense"},
           {{"--subject", "reference:stride=3"}, "stride"},
           {{"--families", "nonsense"}, "unknown family 'nonsense'"},
           {{"--properties", "nonsense"}, "no property 'nonsense'"},
           {{"--policy", "stride=3"}, "stride"},
           {{"--ranks", "0"}, "--ranks"},
           {{"--budget", "fast"}, "--budget: expected a time such as 60s"},
           {{"--seed", "1z"}, "--seed: expected a whole number"},
           {{"--cases", "-1"}, "--cases: expected a whole number"},
           {{"--cases", "5", "--min-hits", "-1"}, "--min-hits: expected a whole number"},
           {{"--laws", "-2"}, "--laws"},
           {{"--threads", "0"}, "--threads"},
           {{"--max-length", "0"}, "--max-length"},
           {{"--flaky", "3/2"}, "--flaky: expected M/R"},
           {{"--json", folder / "no/results.json"}, "no/results.json: cannot be written"},
           {{"--store", file}, "cannot be read as a folder of cases"},
           {{"--case", "5"}, "did you mean '--cases'?"}}) {
    const ToolRun run = run_tool(joined({"check"}, refused.options));
    INFO(refused.options[0] << ": " << run.err);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(holds(run.err, refused.expected));
  }
}

TEST_CASE("list names every property with its planted fault, subjects and families") {
  const ToolRun run = run_tool({"list"});
  CHECK(run.code == 0);
  for (const char* const part :
       {"contract", "planted:overflow-drop", "scaled", "split-counts", "robustness",
        "planted faults", "reference", "one-coarse-bin", "bad-lengths", "captured"}) {
    INFO(part);
    CHECK(holds(run.out, part));
  }
}
