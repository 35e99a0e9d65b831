// explain: one JSON object a row, an account for people, and one table over all rows.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "run_tool.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::test;
using tailproof::io::trace_from_json;
using tailproof::reference::Trace;

namespace {

ToolRun explain(const std::string& name, const std::vector<std::string>& more) {
  return run_tool(joined({"explain"}, joined(capture(name), joined({"-k", "2048"}, more))));
}

std::vector<Trace> traces_of(const std::string& lines) {
  std::vector<Trace> traces;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) traces.push_back(trace_from_json(line));
  return traces;
}

/// Three rows of eight scores, lengths 8, 2 and 0. At stride 2, row 0 samples the even positions,
/// which hold 9, 8, 7 and 6; the others are 0.
std::vector<std::string> small_rows(const TempFolder& folder) {
  std::string scores = npy_prefix(1, npy_dictionary("<f4", "(3, 8)"));
  for (int i = 0; i < 24; ++i) scores += raw(i % 2 == 0 ? 9.0f - static_cast<float>(i / 2) : 0.0f);
  return {folder.file("s.npy", scores), "--lengths",
          folder.file("l.npy", npy<std::int32_t>("<i4", "(3,)", {8, 2, 0}))};
}

}  // namespace

TEST_CASE(
    "explain --all --json prints one object a row, in order, with the reads that the table "
    "allows") {
  const ToolRun run = explain("indexer_layer1_64k", {"--all", "--json"});
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  const std::vector<Trace> traces = traces_of(run.out);
  REQUIRE(traces.size() == 7);
  for (std::size_t row = 0; row < traces.size(); ++row) {
    const Trace& trace = traces[row];
    CHECK(trace.row == static_cast<std::int64_t>(row));
    CHECK(trace.rank == 2048);
    CHECK(trace.route == tailproof::reference::Route::certified);
    CHECK(trace.reads == trace.length + trace.view.value_or(0));
  }
}

TEST_CASE("explain --row --json prints the very line that --all prints for that row") {
  const ToolRun all = explain("indexer_layer5_245k", {"--all", "--json"});
  const ToolRun one = explain("indexer_layer5_245k", {"--row", "1", "--json"});
  CHECK(one.code == 0);
  CHECK(holds(all.out, "\n" + one.out));
}

TEST_CASE("the account names every phase, and row 0 is the default") {
  const ToolRun run = explain("indexer_layer1_64k", {});
  CHECK(run.code == 0);
  for (const char* const part : {"row 0: L = 8193, K = 2048, route certified", "view", "quantile",
                                 "boundary", "rescue", "count", "route", "entry", "round 1",
                                 "round 2", "round 3", "ties", "spill", "reads", "(L + V)"}) {
    INFO(part);
    CHECK(holds(run.out, part));
  }
  CHECK(explain("indexer_layer1_64k", {"--row", "0"}).out == run.out);
}

TEST_CASE("every route has its account and its read formula") {
  const TempFolder folder;
  struct Expected {
    const char* row;
    const char* policy;
    const char* route;
    const char* reads;
  };
  const std::vector<Expected> catalogue{
      {"1", "stride=2", "trivial", "0 scores before frontier work (0)"},
      {"2", "stride=2", "trivial", "0 scores before frontier work (0)"},
      {"0", "stride=2,rho=5/2,rescue=none", "certified", "12 scores before frontier work (L + V)"},
      {"0", "stride=2,segments=2,rho=5/2,rescue=none", "certified",
       "16 scores before frontier work (L + 2 V)"},
      {"0", "stride=2", "certified-exactly", "12 scores before frontier work (L + V)"},
      {"0", "stride=2,rho=1/2", "band", "20 scores before frontier work (2L + V)"},
      {"0", "stride=2,rho=1/2,rescue=none", "exact-no-rescue",
       "28 scores before frontier work (3L + V)"},
      {"0", "stride=2,rho=1/2,rescue=2/3", "exact-after-band",
       "36 scores before frontier work (4L + V)"},
      {"0", "stride=8,rho=6/1,rescue=none", "exact-no-view", "16 scores before frontier work (2L)"},
      {"0", "proposal=direct", "direct", "16 scores before frontier work (2L)"},
      {"0", "proposal=direct-registers", "direct", "8 scores before frontier work (L)"},
  };
  for (const Expected& expected : catalogue) {
    const ToolRun run =
        run_tool(joined({"explain"}, joined(small_rows(folder), {"-k", "3", "--row", expected.row,
                                                                 "--policy", expected.policy})));
    INFO(expected.policy << "\n" << run.out << run.err);
    CHECK(run.code == 0);
    CHECK(holds(run.out, std::string("K = 3, route ") + expected.route + "\n"));
    CHECK(holds(run.out, expected.reads));
  }
}

TEST_CASE("explain --summary counts every row once and gives sizes as multiples of K") {
  const ToolRun run = explain("indexer_layer1_64k", {"--summary"});
  CHECK(run.code == 0);
  for (const char* const part : {"certified                      7     100.0 %", "median", "p95",
                                 "admitted tail A(tau0)", "7 rows, 316339 valid scores"}) {
    INFO(part);
    CHECK(holds(run.out, part));
  }
  CHECK(explain("indexer_layer1_64k", {"--all", "--summary"}).out == run.out);
  const TempFolder folder;
  const ToolRun small = run_tool(
      joined({"explain"},
             joined(small_rows(folder), {"-k", "3", "--summary", "--policy", "stride=2,rho=1/2"})));
  CHECK(holds(small.out, "trivial                        2      66.7 %"));
  CHECK(holds(small.out, "band                           1      33.3 %"));
}
