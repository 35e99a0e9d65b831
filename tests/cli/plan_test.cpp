// plan: the planner's choice for a shape on a known or a described device.
#include <string>
#include <vector>

#include "run_tool.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;

namespace {

ToolRun plan(const std::vector<std::string>& more) {
  return run_tool(joined({"plan", "--rows", "64", "--width", "262144", "-k", "2048"}, more));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("plan names kernel, launch, workspace and reasons") {
  const ToolRun run = plan({});
  CHECK(run.code == 0);
  for (const char* part : {"split4", "h200", "workspace", "because"}) {
    CAPTURE(part);
    CHECK(contains(run.out, part));
  }
}

TEST_CASE("plan takes a device from a JSON file") {
  const TempFolder folder;
  const std::string file =
      folder.file("device.json", R"({"name": "tiny", "sm_count": 10, "max_cluster": 1})");
  const ToolRun run = plan({"--device", file});
  CHECK(run.code == 0);
  CHECK(contains(run.out, "tiny, 10 SMs"));
  CHECK(contains(run.out, "persistent-s128"));
}

TEST_CASE("plan refuses unknown devices, unknown properties and illegal shapes") {
  const TempFolder folder;
  CHECK(plan({"--device", "h300"}).code == 2);
  CHECK(plan({"--device", folder.file("a.json", R"({"sm": 10})")}).code == 2);
  CHECK(plan({"--device", folder.file("b.json", R"({"sm_count": 0})")}).code == 2);
  CHECK(plan({"--device", folder.file("c.json", "{")}).code == 2);
  const ToolRun rank = run_tool({"plan", "--rows", "1", "--width", "8", "-k", "4097"});
  CHECK(rank.code == 2);
  CHECK(contains(rank.err, "K must be in [1, 4096], got 4097"));
}
