// Output that cannot be written, and input that vanishes: a message and exit code 2, never a part.
#include <poll.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "run_tool.hpp"
#include "skip.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;

namespace {

std::vector<std::string> select_to(const std::string& out) {
  return joined({"select"}, joined(capture("indexer_layer1_64k"), {"-k", "2048", "-o", out}));
}

}  // namespace

TEST_CASE("select to a place that holds no file says so and leaves it alone") {
  const TempFolder folder;
  struct Place {
    std::string path;
    const char* expected;
  };
  for (const Place& place :
       {Place{folder.path().string(), "is a directory"}, Place{"/dev/null", "not a regular file"},
        Place{"/dev/full", "not a regular file"}, Place{folder / "no/x.npy", "No such file"}}) {
    const ToolRun run = run_tool(select_to(place.path));
    CHECK(run.code == 2);
    CHECK(holds(run.err, place.path + ": "));
    CHECK(holds(run.err, place.expected));
  }
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(folder.names().empty());
}

TEST_CASE("a write that hits a limit midway leaves the old output and nothing else") {
  const TempFolder folder;
  const std::string out = folder.file("out.npy", "old");
  ToolOptions options;
  options.file_size_limit = 20000;
  const ToolRun run = run_tool(select_to(out), options);
  CHECK(run.code == 2);
  CHECK(holds(run.err, "out.npy: cannot be written: File too large"));
  CHECK(slurp(out) == "old");
  CHECK(folder.names() == std::vector<std::string>{"out.npy"});
}

TEST_CASE("a full standard output is an error, not a success with half the text") {
  ToolOptions options;
  options.out_path = "/dev/full";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"},
        joined({"explain"}, joined(capture("indexer_layer1_64k"), {"-k", "8"}))}) {
    const ToolRun run = run_tool(arguments, options);
    CHECK(run.code == 2);
    CHECK(holds(run.err, "standard output: cannot be written: No space left"));
  }
}

TEST_CASE("an input that shrinks while it is read ends in exit code 2, not in a crash") {
  const TempFolder folder;
  std::string dictionary = npy_dictionary("<f4", "(4096, 1048576)");  // 16 GiB, sparse
  while (npy_prefix(1, dictionary).size() % sizeof(float) != 0) dictionary += ' ';
  const std::string prefix = npy_prefix(1, dictionary);
  const std::string scores = folder.file("scores.npy", prefix);
  const auto size = static_cast<off_t>(prefix.size() + (std::uint64_t{16} << 30));
  if (::truncate(scores.c_str(), size) != 0) {
    return skip("the temporary folder's file system has no sparse files of 16 GiB");
  }
  ToolOptions options;
  // The tool has mapped its input once its temporary output is there.
  options.meanwhile = [&](pid_t) {
    constexpr int attempts = 10000;
    for (int i = 0; i < attempts && folder.names().size() < 2; ++i) ::poll(nullptr, 0, 1);
    REQUIRE(::truncate(scores.c_str(), 4096) == 0);
  };
  const std::string out = folder / "out.npy";
  const ToolRun run = run_tool({"select", scores, "-k", "8", "-o", out}, options);
  INFO(run.err);
  CHECK(run.code == 2);
  CHECK(holds(run.err, "an input file shrank while it was being read"));
  CHECK_FALSE(std::filesystem::exists(out));
}
