// oracle-trial prints its table, in two forms, and says that nothing is amiss.
#include <string>

#include "error_matchers.hpp"
#include "run_tool.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof::test;

TEST_CASE("oracle-trial prints every class of case, the published columns, and exits with 0") {
  const ToolRun run = run_tool({"oracle-trial"});
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  for (const char* const part :
       {"rejected", "accepted", "refused", "FlashInfer", "as they should be"}) {
    INFO(part);
    CHECK(holds(run.out, part));
  }
  const ToolRun markdown = run_tool({"oracle-trial", "--markdown"});
  CHECK(markdown.code == 0);
  CHECK(holds(markdown.out, "\n|--"));
}
