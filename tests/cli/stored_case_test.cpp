// tailproof shrink, tailproof replay and the reproducers, on cases that the tool stored itself.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "failing_case.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;

namespace {

// Runs a shell command with its output in a file; the exit code and what it printed.
ToolRun shell(const TempFolder& folder, const std::string& command) {
  const std::string out = folder / "shell.out";
  const int status = std::system((command + " >" + out + " 2>&1").c_str());
  ToolRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.out = slurp(out);
  return run;
}

std::size_t bytes_of_scores(const std::string& folder) {
  return std::filesystem::file_size(folder + "/scores.npy");
}

}  // namespace

TEST_CASE("replay tells whether a case still fails, for its own subject and for another") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  const ToolRun same = run_tool({"replay", found.path});
  CHECK(same.code == 1);
  CHECK(holds(same.out, "fails in 5 of 5 runs; not shrunk"));
  CHECK(run_tool({"replay", found.path + "/"}).code == 1);
  const ToolRun right = run_tool({"replay", found.path, "--subject", "reference"});
  CHECK(right.code == 0);
  CHECK(holds(right.out, "passes: reference holds \"contract\""));
  CHECK(std::filesystem::exists(found.path));

  found.edit("\"contract\"", "\"values\"");
  const ToolRun vain = run_tool({"replay", found.path});
  CHECK(vain.code == 3);
  CHECK(holds(vain.out, "SKIP: "));
  CHECK(holds(vain.out, "nothing guards the subject's calls"));
}

TEST_CASE("replay of a crash gives exit code 4") {
  const TempFolder folder;
  const ToolRun run =
      run_tool(check("planted:crash-on-inf", folder,
                     {"--cases", "200", "--families", "infinities", "--properties", "survives"}));
  REQUIRE(run.code == 4);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "cases")) {
    CHECK(run_tool({"replay", entry.path().string()}).code == 4);
  }
}

TEST_CASE("shrink makes a stored case smaller, stores it beside, and knows when it is minimal") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop", {"--shrink-candidates", "0"});
  CHECK(holds(found.run.out, "not shrunk"));
  const std::size_t before = bytes_of_scores(found.path);
  const ToolRun run = run_tool({"shrink", found.path + "/"});
  CHECK(run.code == 1);
  CHECK(holds(run.out, "(minimal)"));
  const std::size_t at = run.out.find("stored: ");
  REQUIRE(at != std::string::npos);
  const std::string small = run.out.substr(at + 8, run.out.size() - at - 9);
  CHECK(std::filesystem::path(small).parent_path() == folder / "cases");
  CHECK(bytes_of_scores(small) < before);
  CHECK(bytes_of_scores(small) < 160);

  const ToolRun again = run_tool({"shrink", small});
  CHECK(again.code == 1);
  CHECK(holds(again.out, "(minimal)"));
  CHECK(holds(again.out, "stored: " + small));

  const ToolRun cut_short =
      run_tool({"shrink", found.path, "--shrink-candidates", "9", "--store", folder / "elsewhere"});
  CHECK(cut_short.code == 1);
  CHECK(holds(cut_short.out, "(candidate budget used up)"));
  CHECK(holds(cut_short.out, "stored: " + (folder / "elsewhere/")));
  const ToolRun right = run_tool({"shrink", found.path, "--subject", "reference"});
  CHECK(right.code == 0);
  CHECK(holds(right.out, "nothing to shrink"));
}

TEST_CASE("the reproducers run with nothing of ours, say what is wrong and exit with 1") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  const ToolRun python = shell(folder, "python3 " + found.path + "/reproduce.py");
  CHECK(python.code == 1);
  CHECK(holds(python.out, "row 0: "));
  CHECK(holds(python.out, "WRONG"));
  const std::string program = folder / "reproduce";
  const ToolRun compiled =
      shell(folder, "c++ -std=c++20 " + found.path + "/reproduce.cpp -o " + program);
  INFO(compiled.out);
  REQUIRE(compiled.code == 0);
  const ToolRun cpp = shell(folder, program);
  CHECK(cpp.code == 1);
  CHECK(holds(cpp.out, "row 0: "));
  CHECK(holds(cpp.out, "WRONG"));
}

TEST_CASE("a finding that its picks do not show has no reproducer, only a replay") {
  const TempFolder folder;
  const ToolRun run =
      run_tool(check("planted:reads-doubled", folder,
                     {"--cases", "100", "--families", "iid", "--properties", "reads-table"}));
  CHECK(run.code == 1);
  CHECK(holds(run.out, "reproduce: tailproof replay "));
  CHECK_FALSE(holds(run.out, "reproduce.py"));
  for (const auto& entry : std::filesystem::directory_iterator(folder / "cases")) {
    CHECK_FALSE(std::filesystem::exists(entry.path() / "reproduce.py"));
    CHECK(run_tool({"replay", entry.path().string()}).code == 1);
  }
}

TEST_CASE("damaged cases are refused by file name, by every command that reads them") {
  const TempFolder folder;
  const FailingCase found(folder, "planted:overflow-drop");
  const auto refused = [&](const std::string& file, const std::string& problem) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"replay", found.path},
          {"shrink", found.path},
          check("planted:overflow-drop", folder, {"--cases", "1"})}) {
      const ToolRun run = run_tool(arguments);
      INFO(arguments[0] << ": " << run.err);
      CHECK(run.code == 2);
      CHECK(holds(run.err, found.path + "/" + file + ": "));
      CHECK(holds(run.err, problem));
    }
  };
  const std::string scores = slurp(found.path + "/scores.npy");
  std::ofstream(found.path + "/scores.npy") << scores.substr(0, scores.size() - 3);
  refused("scores.npy", "truncated");
  std::filesystem::copy_file(found.path + "/lengths.npy", found.path + "/scores.npy",
                             std::filesystem::copy_options::overwrite_existing);
  refused("scores.npy", "must be <f4 with one row for each of lengths.npy");
  std::filesystem::remove(found.path + "/scores.npy");
  refused("scores.npy", "No such file");
  std::ofstream(found.path + "/scores.npy") << scores;
  found.edit("\"rank\": ", "\"rank\": -");
  refused("manifest.json", "key \"rank\"");
  std::ofstream(found.path + "/manifest.json") << "{";
  refused("manifest.json", "no JSON object");

  const ToolRun nowhere = run_tool({"replay", folder / "nowhere"});
  CHECK(nowhere.code == 2);
  CHECK(holds(nowhere.err, "nowhere/manifest.json: no case: cannot be read"));
}
