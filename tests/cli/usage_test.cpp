// Help, version, and what a slip of the finger gets.
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof::test;

namespace {

struct Slip {
  std::vector<std::string> arguments;
  std::string expected;
};

}  // namespace

TEST_CASE("tailproof --help lists the commands and the exit codes, --version the version") {
  const ToolRun help = run_tool({"--help"});
  CHECK(help.code == 0);
  CHECK(help.err.empty());
  for (const char* const part : {"select", "verify", "explain", "oracle-trial", "doctor",
                                 "Exit codes: 0 all checked and right"}) {
    CHECK(holds(help.out, part));
  }
  const ToolRun version = run_tool({"--version"});
  CHECK(version.code == 0);
  CHECK(version.out.starts_with("tailproof "));
  CHECK(holds(version.out, "."));
}

TEST_CASE("every command has its own help") {
  for (const char* const command : {"select", "verify", "explain", "oracle-trial", "doctor"}) {
    const ToolRun help = run_tool({command, "--help"});
    CHECK(help.code == 0);
    CHECK(holds(help.out, std::string("tailproof ") + command));
  }
  CHECK(holds(run_tool({"select", "--help"}).out, "--policy"));
}

TEST_CASE("bad usage exits with 2, prints one line on standard error, and suggests") {
  const std::vector<Slip> slips{
      {{}, "no command given; see tailproof --help"},
      {{"sel"}, "unknown command 'sel'; did you mean 'select'?"},
      {{"slect"}, "unknown command 'slect'; did you mean 'select'?"},
      {{"evrify"}, "unknown command 'evrify'; did you mean 'verify'?"},
      {{"xyzzy"}, "unknown command 'xyzzy'; see tailproof --help"},
      {{"--halp"}, "unknown option '--halp'; did you mean '--help'?"},
      {{"explain", "x", "--sum", "-k", "1"}, "unknown option '--sum'; did you mean '--summary'?"},
      {{"explain", "x", "--jsno"}, "unknown option '--jsno'; did you mean '--json'?"},
      {{"select", "x", "--lenghts", "y"}, "did you mean '--lengths'?"},
      {{"select", "x", "--xyzzy", "y"}, "unknown option '--xyzzy'; see tailproof select --help"},
      {{"select", "x"}, "-k is required"},
      {{"select"}, "SCORES is required"},
      {{"select", "x", "-k", "1"}, "--out is required"},
      {{"verify", "x", "-k", "1"}, "INDICES is required"},
      {{"select", "x", "-k"}, "-k: 1 required"},
      {{"select", "a", "b", "-k", "1", "-o", "c"}, "not expected: b"},
      {{"explain", "x", "-k", "1", "--row", "1", "--all"}, "excludes"},
      {{"select", "x", "-k", "two", "-o", "y"}, "-k: 'two' is not a whole number"},
      {{"select", "x", "-k", "2.0", "-o", "y"}, "-k: '2.0' is not a whole number"},
      {{"select", "x", "-k", "0x10", "-o", "y"}, "-k: '0x10' is not a whole number"},
      {{"select", "x", "-k", "99999999999999999999", "-o", "y"},
       "-k: '99999999999999999999' is beyond 64 bits"},
  };
  for (const Slip& slip : slips) {
    const ToolRun run = run_tool(slip.arguments);
    INFO(run.err);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("tailproof: error: "));
    CHECK(holds(run.err, slip.expected));
    CHECK(run.err.find('\n') == run.err.size() - 1);
  }
}
