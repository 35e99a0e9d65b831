// doctor: what there is, and what goes unchecked without the rest.
#include <stdlib.h>

#include <string>

#include "error_matchers.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof::test;

TEST_CASE("doctor names every group and ends with what is skipped") {
  const ToolRun run = run_tool({"doctor"});
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  for (const char* const group : {"\nmachine\n", "\ncompilers\n", "\nGPU\n", "\nPython\n",
                                  "\nlibraries\n", "\nskipped on this machine\n"}) {
    INFO(group);
    CHECK(holds(run.out, group));
  }
}

TEST_CASE("what is not in PATH is not found, and its loss is spelled out") {
  const std::string path = ::getenv("PATH");
  REQUIRE(::setenv("PATH", "/nowhere", 1) == 0);
  const ToolRun run = run_tool({"doctor"});
  REQUIRE(::setenv("PATH", path.c_str(), 1) == 0);
  CHECK(run.code == 0);
  CHECK(holds(run.out, "  clang++           not found\n"));
  CHECK(holds(run.out, "  no clang++: the fuzz preset and the clang build are not built\n"));
  CHECK(holds(run.out, "  no CUDA device: "));
}
