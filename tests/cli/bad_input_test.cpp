// Bad input of every kind: exit code 2, one line that names the file, and nothing written.
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;

namespace {

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

/// The good input that each case spoils in one place.
struct Input {
  std::string scores = npy<float>("<f4", "(2, 3)", {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
  std::string lengths = npy<std::int32_t>("<i4", "(2,)", {3, 2});
  std::string indices = npy<std::int32_t>("<i4", "(2, 1)", {2, 1});
  std::string rank = "1";
  std::string policy = "stride=2";
};

struct Case {
  std::string name;
  Input input;
  std::string expected;
  bool only_verify = false;
};

Input with(std::string Input::*part, std::string value) {
  Input input;
  input.*part = std::move(value);
  return input;
}

std::string floats(const char* shape, std::initializer_list<float> values) {
  return npy<float>("<f4", shape, values);
}

std::vector<Case> catalogue() {
  const std::string good = Input{}.scores;
  return {
      {"truncated", with(&Input::scores, good.substr(0, good.size() - 1)), "scores.npy: is trunc"},
      {"not npy", with(&Input::scores, "hello"), "scores.npy: is not a .npy file"},
      {"empty file", with(&Input::scores, ""), "scores.npy: is empty"},
      {"wrong dtype", with(&Input::scores, npy<double>("<f8", "(1, 1)", {1.0})), "dtype '<f8'"},
      {"big endian", with(&Input::scores, npy<float>(">f4", "(1, 1)", {1.0f})), "big endian"},
      {"integer scores", with(&Input::scores, npy<std::int32_t>("<i4", "(2,)", {1, 2})),
       "scores.npy: holds '<i4', but scores are '<f4'"},
      {"Fortran order",
       with(&Input::scores, npy_prefix(1, npy_dictionary("<f4", "(1, 1)", "True")) + raw(1.0f)),
       "scores.npy: is in Fortran order"},
      {"huge header", with(&Input::scores, std::string("\x93NUMPY\x03\x00\xff\xff\xff\x7f", 12)),
       "header of 2147483647 bytes is too long"},
      {"overflow", with(&Input::scores, floats("(4294967296, 4294967296)", {})), "overflows"},
      {"three dimensions", with(&Input::scores, floats("(1, 1, 1)", {1.0f})), "one or two dim"},
      {"no rows", with(&Input::scores, floats("(0, 3)", {})), "nothing to select"},
      {"no columns", with(&Input::scores, floats("(3, 0)", {})), "nothing to select"},
      {"NaN in the second row",
       with(&Input::scores, floats("(2, 3)", {1.0f, 2.0f, 3.0f, 4.0f, quiet_nan, 6.0f})),
       "scores.npy: row 1: NaN at position 1"},
      {"NaN in a row of the trivial route",
       {floats("(2, 3)", {quiet_nan, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}), Input{}.lengths,
        npy<std::int32_t>("<i4", "(2, 3)", {0, 1, 2, 0, 1, -1}), "3", "stride=2"},
       "scores.npy: row 0: NaN at position 0"},
      {"rows and lengths differ", with(&Input::lengths, npy<std::int32_t>("<i4", "(1,)", {3})),
       "lengths.npy: has shape (1,), but there are 2 score rows"},
      {"negative length", with(&Input::lengths, npy<std::int32_t>("<i4", "(2,)", {3, -1})),
       "lengths.npy: row 1: length -1 is outside [0, 3]"},
      {"length beyond the width", with(&Input::lengths, npy<std::int64_t>("<i8", "(2,)", {4, 3})),
       "lengths.npy: row 0: length 4 is outside [0, 3]"},
      {"float lengths", with(&Input::lengths, floats("(2,)", {3.0f, 2.0f})), "are integers"},
      {"K of 0", with(&Input::rank, "0"), "-k: K = 0 is outside [1, 1048576]"},
      {"K below 0", with(&Input::rank, "-7"), "-k: K = -7 is outside"},
      {"K huge", with(&Input::rank, "1048577"), "-k: K = 1048577 is outside"},
      {"bad stride", with(&Input::policy, "stride=3"), "stride must be a power of two"},
      {"bad digits", with(&Input::policy, "digits=11+11+11"), "add up to 32"},
      {"unknown part", with(&Input::policy, "strid=2"), "\"strid=2\": unknown name"},
      {"indices of another type", with(&Input::indices, floats("(2, 1)", {1.0f, 2.0f})),
       "indices.npy: holds '<f4', but indices are '<i4'", true},
      {"indices of another shape",
       with(&Input::indices, npy<std::int32_t>("<i4", "(1, 2)", {1, 2})),
       "indices.npy: has shape (1, 2), but 2 score rows at K = 1 need (2, 1)", true},
  };
}

}  // namespace

TEST_CASE("bad input ends select, verify and explain with exit code 2, and nothing is written") {
  for (const Case& bad : catalogue()) {
    const TempFolder folder;
    const std::string scores = folder.file("scores.npy", bad.input.scores);
    const std::string lengths = folder.file("lengths.npy", bad.input.lengths);
    const std::string indices = folder.file("indices.npy", bad.input.indices);
    const std::vector<std::string> common{scores, "--lengths", lengths, "-k", bad.input.rank};
    std::vector<std::vector<std::string>> commands{
        joined({"verify"}, joined({scores, indices}, {common.begin() + 1, common.end()}))};
    if (!bad.only_verify) {
      const std::vector<std::string> policy{"--policy", bad.input.policy};
      commands.push_back(
          joined({"select"}, joined(common, joined(policy, {"-o", folder / "out.npy"}))));
      commands.push_back(joined({"explain"}, joined(common, joined(policy, {"--all"}))));
      commands.push_back(joined({"explain"}, joined(common, joined(policy, {"--all", "--json"}))));
    }
    if (bad.input.policy != Input{}.policy) commands.erase(commands.begin());
    for (const auto& command : commands) {
      const ToolRun run = run_tool(command);
      INFO(bad.name << ": " << command[0] << ": " << run.err);
      CHECK(run.code == 2);
      CHECK(run.out.empty());
      CHECK(holds(run.err, bad.expected));
      CHECK(run.err.find('\n') == run.err.size() - 1);
      CHECK(folder.names().size() == 3);
    }
  }
}

TEST_CASE("the input that the cases spoil is itself good") {
  const TempFolder folder;
  const std::string scores = folder.file("scores.npy", Input{}.scores);
  const std::string lengths = folder.file("lengths.npy", Input{}.lengths);
  const std::string indices = folder.file("indices.npy", Input{}.indices);
  CHECK(run_tool({"verify", scores, indices, "--lengths", lengths, "-k", "1"}).code == 0);
  CHECK(run_tool({"explain", scores, "-k", "1", "--policy", "stride=2"}).code == 0);
}

TEST_CASE("a NaN beyond the valid length is garbage and does no harm") {
  const TempFolder folder;
  const std::string scores = folder.file(
      "scores.npy", floats("(2, 3)", {1.0f, quiet_nan, quiet_nan, 4.0f, 5.0f, quiet_nan}));
  const std::string lengths = folder.file("lengths.npy", npy<std::int32_t>("<i4", "(2,)", {1, 2}));
  const std::string out = folder / "out.npy";
  CHECK(run_tool({"select", scores, "--lengths", lengths, "-k", "1", "-o", out}).code == 0);
  CHECK(run_tool({"verify", scores, out, "--lengths", lengths, "-k", "1"}).code == 0);
}

TEST_CASE("rows that do not exist cannot be explained") {
  const TempFolder folder;
  const std::string scores = folder.file("scores.npy", Input{}.scores);
  for (const char* const row : {"2", "-1"}) {
    const ToolRun run = run_tool({"explain", scores, "-k", "1", "--row", row});
    CHECK(run.code == 2);
    CHECK(holds(run.err, std::string("--row: row ") + row + " is outside [0, 1]"));
  }
}
